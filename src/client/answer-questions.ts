import type { Client } from "@modelcontextprotocol/client";
import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import { setOwn } from "../contract/own-property.ts";
import { type Deadline, untilAborted } from "./deadline.ts";
import { callOf, type RelatedCall } from "./related-call.ts";
import { type CallOptions, InvalidAnswer } from "./server-connection.ts";
import { withoutTask } from "./task-call.ts";

type Answer = NonNullable<CallOptions["answer"]>;

/** Questions that a server asks the user while a tool runs. */
export interface Questions {
  /** Of the newer revisions: all that one round of a call asks for. @throws InvalidAnswer for what was never offered */
  answerAll(requests: Json | undefined, answer: Answer | undefined, deadline: Deadline): Promise<JsonObject>;
  /** Of the older ones: what the server asks while the work goes on is put to this call's `answer`. */
  during<Result>(call: AskedCall, work: () => Promise<Result>): Promise<Result>;
}

/** A call while which the server may ask something. */
export interface AskedCall {
  readonly answer: Answer | undefined;
  readonly deadline: Deadline;
  readonly related: RelatedCall;
}

/** The reply to a question that can't be asked. @see MCP 2025-11-25, Elicitation, "Response Actions" */
const cancelled: JsonObject = { action: "cancel" };

/** @param isOffered the server knows that there is a user to ask */
export function answerQuestions(client: Client, isOffered: boolean): Questions {
  const open = new Set<AskedCall>();
  if (isOffered) {
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      // Before 2026-07-28 a question comes by itself, and only of a task it says which call it is of. With one call that is clear;
      // with more, one caller would answer for another, so no question is asked.
      const call = callOf(open, params._meta);
      const reply = call === undefined ? cancelled : await put(withoutTask(asJson(params)), call);
      // The SDK checks it against the schema of the revision.
      return reply as { action: "accept" | "cancel" | "decline" };
    });
  }
  return {
    async answerAll(requests, answer, deadline) {
      const responses: { [key: string]: Json } = {};
      for (const [key, request] of Object.entries(isJsonObject(requests) ? requests : {})) {
        setOwn(responses, key, await put(formOf(request), { answer, deadline }));
      }
      return responses;
    },
    async during(call, work) {
      open.add(call);
      try {
        return await work();
      } finally {
        open.delete(call);
      }
    },
  };
}

async function put(
  question: JsonObject,
  { answer, deadline }: Pick<AskedCall, "answer" | "deadline">,
): Promise<JsonObject> {
  if (answer === undefined) return cancelled;
  deadline.pause();
  try {
    return await untilAborted(answer(question), deadline.signal);
  } finally {
    deadline.resume();
  }
}

function formOf(request: Json): JsonObject {
  const { method, params } = isJsonObject(request) ? request : {};
  if (method !== "elicitation/create") {
    throw new InvalidAnswer(`asks for '${String(method)}', which is not supported`);
  }
  if (!isJsonObject(params) || (params.mode !== undefined && params.mode !== "form")) {
    throw new InvalidAnswer("asks the user in an unsupported way: only forms are supported");
  }
  return params;
}

/** It came as JSON; the SDK's types only can't say so. */
export function asJson(value: object): JsonObject {
  return value as JsonObject;
}
