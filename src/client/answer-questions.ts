import { type Client, ProtocolError } from "@modelcontextprotocol/client";
import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import { ownValue, setOwn } from "../contract/own-property.ts";
import { type Deadline, untilAborted } from "./deadline.ts";
import type { Asked, Offers } from "./offers.ts";
import { callOf, type RelatedCall } from "./related-call.ts";
import { AskRefused, type CallOptions, InvalidAnswer } from "./server-connection.ts";
import { withoutTask } from "./task-call.ts";

type Answer = NonNullable<CallOptions["answer"]>;

/** Questions that a server asks while a tool runs. */
export interface Questions {
  /** Of the newer revisions: all that one round of a call asks for. @throws InvalidAnswer for what was never offered */
  answerAll(requests: Json | undefined, answer: Answer | undefined, deadline: Deadline): Promise<JsonObject>;
  /** Of the older ones: what the server asks while the work goes on is put to this call's `answer`. */
  during<Result>(call: AskedCall, work: () => Promise<Result>): Promise<Result>;
  /**
   * Of the older ones: a call may fail because the user has to visit addresses first.
   * @returns whether the user agreed to all of them, so that the call can be sent again
   */
  followAddresses(error: unknown, answer: Answer | undefined, deadline: Deadline): Promise<boolean>;
}

/** A call while which the server may ask something. */
export interface AskedCall {
  readonly answer: Answer | undefined;
  readonly deadline: Deadline;
  readonly related: RelatedCall;
}

/** The reply to a question that can't be asked. @see MCP 2025-11-25, Elicitation, "Response Actions" */
const cancelled: JsonObject = { action: "cancel" };
/** @see MCP 2025-11-25, Sampling, "Error Handling" */
const userRejected = -1;
/** @see MCP 2025-11-25, Elicitation, "URL Mode With Elicitation Required Error" */
const addressesRequired = -32042;
const maxAddresses = 5;

export function answerQuestions(client: Client, offers: Offers): Questions {
  const open = new Set<AskedCall>();

  /**
   * Before 2026-07-28 a question comes by itself, and only of a task it says which call it is of. With one call that is clear; with
   * more, one caller would answer for another, so no question is asked.
   */
  async function fromNowhere(params: JsonObject, method: Asked["method"]): Promise<JsonObject> {
    const call = callOf(open, isJsonObject(params._meta) ? params._meta : undefined);
    try {
      return await put(withoutTask(params), { method, isSentAgain: false }, call);
    } catch (error) {
      throw error instanceof AskRefused ? new ProtocolError(userRejected, error.message) : error;
    }
  }

  if (offers.elicitation !== undefined) {
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      const reply = await fromNowhere(asJson(params), "elicitation/create");
      // The SDK checks it against the schema of the revision.
      return reply as { action: "accept" | "cancel" | "decline" };
    });
  }
  if (offers.sampling !== undefined) {
    client.setRequestHandler("sampling/createMessage", async ({ params }) => {
      const reply = await fromNowhere(asJson(params), "sampling/createMessage");
      // The SDK checks it against the schema of the revision.
      return reply as { role: "assistant"; model: string; content: { type: "text"; text: string } };
    });
  }
  const { roots } = offers;
  if (roots !== undefined) client.setRequestHandler("roots/list", async () => ({ roots: [...roots] }));

  return {
    async answerAll(requests, answer, deadline) {
      const responses: { [key: string]: Json } = {};
      for (const [key, request] of Object.entries(isJsonObject(requests) ? requests : {})) {
        const { method, params = {} } = isJsonObject(request) ? request : {};
        if (method === "roots/list" && roots !== undefined) {
          setOwn(responses, key, { roots: roots.map((root) => ({ ...root })) });
          continue;
        }
        const asked = { method: offered(method, params, offers), isSentAgain: true };
        setOwn(responses, key, await put(isJsonObject(params) ? params : {}, asked, { answer, deadline }));
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
    async followAddresses(error, answer, deadline) {
      const asked = addressesIn(error);
      if (offers.elicitation?.url === undefined || answer === undefined || asked.length === 0) return false;
      for (const params of asked) {
        const reply = await put(params, { method: "elicitation/create", isSentAgain: true }, { answer, deadline });
        if (reply.action !== "accept") return false;
      }
      return true;
    },
  };
}

async function put(
  params: JsonObject,
  asked: Asked,
  call: Pick<AskedCall, "answer" | "deadline"> | undefined,
): Promise<JsonObject> {
  if (call?.answer === undefined) {
    if (asked.method === "elicitation/create") return cancelled;
    throw new AskRefused("the request can't be answered: it belongs to no single call");
  }
  const { answer, deadline } = call;
  deadline.pause();
  try {
    return await untilAborted(answer(params, asked), deadline.signal);
  } finally {
    deadline.resume();
  }
}

/** @throws InvalidAnswer for what was never offered */
function offered(method: Json | undefined, params: Json, { elicitation, sampling }: Offers): Asked["method"] {
  if (method === "sampling/createMessage" && sampling !== undefined) return method;
  if (method !== "elicitation/create") {
    throw new InvalidAnswer(`asks for '${String(method)}', which is not supported`);
  }
  const mode = isJsonObject(params) ? (ownValue(params, "mode") ?? "form") : undefined;
  if (mode === "form" || (mode === "url" && elicitation?.url !== undefined)) return method;
  const supported =
    elicitation?.url === undefined ? "only forms are supported" : "only forms and addresses are supported";
  throw new InvalidAnswer(`asks the user in an unsupported way: ${supported}`);
}

function addressesIn(error: unknown): readonly JsonObject[] {
  if (!ProtocolError.isInstance(error) || error.code !== addressesRequired) return [];
  const data: unknown = error.data;
  const asked = isJsonObject(data) && Array.isArray(data.elicitations) ? data.elicitations : [];
  return asked
    .filter(isJsonObject)
    .filter(({ mode }) => mode === "url")
    .slice(0, maxAddresses);
}

/** It came as JSON; the SDK's types only can't say so. */
export function asJson(value: object): JsonObject {
  return value as JsonObject;
}
