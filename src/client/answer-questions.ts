import type { Client } from "@modelcontextprotocol/client";
import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import { setOwn } from "../contract/own-property.ts";
import type { Deadline } from "./deadline.ts";
import { type CallOptions, InvalidAnswer } from "./server-connection.ts";

type Answer = NonNullable<CallOptions["answer"]>;

/** Questions that a server asks the user while a tool runs. */
export interface Questions {
  /** Of the newer revisions: all that one round of a call asks for. @throws InvalidAnswer for what was never offered */
  answerAll(requests: Json | undefined, answer: Answer | undefined, deadline: Deadline): Promise<JsonObject>;
  /** Of the older ones: what the server asks while the work goes on is put to this call's `answer`. */
  during<Result>(answer: Answer | undefined, deadline: Deadline, work: () => Promise<Result>): Promise<Result>;
}

interface OpenCall {
  readonly answer: Answer | undefined;
  readonly deadline: Deadline;
}

/** What a question gets that nobody can be asked. @see MCP 2025-11-25, Elicitation, "Response Actions" */
const cancelled: JsonObject = { action: "cancel" };

/** @param isOffered the client has told the server that there is somebody to ask */
export function answerQuestions(client: Client, isOffered: boolean): Questions {
  const open = new Set<OpenCall>();
  if (isOffered) {
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      // Before 2026-07-28 a question comes by itself and does not say which call it is of. With one call that is clear;
      // with more, one caller would answer for another, so nobody is asked.
      const [only, ...others] = open;
      const question = asJson(params);
      const reply = only === undefined || others.length > 0 ? cancelled : await put(question, only);
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
    async during(answer, deadline, work) {
      const call = { answer, deadline };
      open.add(call);
      try {
        return await work();
      } finally {
        open.delete(call);
      }
    },
  };
}

async function put(question: JsonObject, { answer, deadline }: OpenCall): Promise<JsonObject> {
  if (answer === undefined) return cancelled;
  deadline.pause();
  const { signal } = deadline;
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([answer(question), aborted]);
  } finally {
    if (onAbort !== undefined) signal.removeEventListener("abort", onAbort);
    deadline.resume();
  }
}

function formOf(request: Json): JsonObject {
  const { method, params } = isJsonObject(request) ? request : {};
  if (method !== "elicitation/create") {
    throw new InvalidAnswer(`asks for '${String(method)}', which was never offered`);
  }
  if (!isJsonObject(params) || (params.mode !== undefined && params.mode !== "form")) {
    throw new InvalidAnswer("asks the user in a way that was never offered: only forms are");
  }
  return params;
}

/** It came as JSON; the SDK's types only can't say so. */
function asJson(value: object): JsonObject {
  return value as JsonObject;
}
