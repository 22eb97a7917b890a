import type { JsonObject } from "../contract/json.ts";
import type { Ask, FormPort, Put, Reply } from "../runtime/call-state.ts";
import type { Asking } from "./asking.ts";

export type QuestionMethod = "elicitation/create" | "sampling/createMessage";

/** A question to the user, or to the client's model, without a reply yet. */
export interface OpenQuestion {
  /** Identifies the question and the call that it is about. */
  readonly key: string;
  readonly method: QuestionMethod;
  readonly params: JsonObject;
  /** By key: the replies to earlier questions of the same call, which its next request must bring again. */
  readonly earlier: JsonObject;
}

/** The questions of one call, over any number of rounds. A member is absent where the client can't be asked that. */
export interface Questions {
  readonly ask: Ask | undefined;
  readonly form: FormPort | undefined;
  readonly url: Put | undefined;
  readonly sample: Put | undefined;
  /** Records the reply, for when the question is asked again: the result of its method. */
  reply(key: string, reply: JsonObject): void;
  /** The question that has no reply yet. */
  open(): OpenQuestion | undefined;
}

/**
 * No call waits for a person: a question without a reply ends the round, and the call is dispatched again with the reply.
 * Meanwhile it holds no place in `limit`, and no deadline runs.
 *
 * A reply belongs to one question about one call: its key is a digest of both, so a reply to another question has no effect, in
 * any process, without a secret and without state. That is enough: a client that would invent the user's consent could as well
 * send `confirm: true`.
 * @param about the call as it came
 * @param replyTo reads a reply that came with the call
 */
export function createQuestions(
  about: { readonly name: string; readonly given: unknown },
  replyTo: (key: string) => JsonObject | undefined,
  asking: Asking,
): Questions {
  let replies: Map<string, JsonObject> | undefined;
  const known: { [key: string]: JsonObject } = {};
  let open: OpenQuestion | undefined;

  async function put(kind: string, question: unknown, params: JsonObject): Promise<JsonObject | undefined> {
    const key = await keyOf(kind, about.name, about.given, question);
    const reply = replyOf(key);
    const method = kind === "sample" ? "sampling/createMessage" : "elicitation/create";
    // A handler that goes on after a question without a reply asks the next one too early.
    if (reply === undefined) open ??= { key, method, params, earlier: { ...known } };
    return reply;
  }

  function replyOf(key: string): JsonObject | undefined {
    const reply = replies?.get(key) ?? replyTo(key);
    if (reply !== undefined) known[key] = reply;
    return reply;
  }

  const ask: Ask = async ({ message }) => {
    const reply = await put("confirm", message, { message, requestedSchema: noFields });
    return reply === undefined ? "unavailable" : (actions[String(reply.action)] ?? "cancelled");
  };
  const form: FormPort = {
    endsRequest: asking.by === "result",
    async replyTo(params) {
      return replyOf(await keyOf("form", about.name, about.given, params));
    },
    ask: (params) => put("form", params, params),
  };
  return {
    ask: asking.forms ? ask : undefined,
    form: asking.forms ? form : undefined,
    url: asking.urls ? (params) => put("url", params, { mode: "url", ...params }) : undefined,
    sample: asking.samples ? (params) => put("sample", params, params) : undefined,
    reply(key, reply) {
      replies ??= new Map();
      replies.set(key, reply);
      open = undefined;
    },
    open: () => open,
  };
}

const noFields = { type: "object", properties: {} };
const actions: { readonly [action: string]: Reply } = { accept: "accepted", decline: "declined", cancel: "cancelled" };

async function keyOf(kind: string, ...parts: readonly unknown[]): Promise<string> {
  // Most servers never ask.
  const { createHash } = await import("node:crypto");
  return `${kind}-${createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22)}`;
}
