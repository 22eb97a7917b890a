import type { JsonObject } from "../contract/json.ts";
import type { Ask, FormPort, Reply } from "../runtime/call-state.ts";

/** A question to the user without a reply yet. */
export interface OpenQuestion {
  /** Identifies the question and the call that it is about. */
  readonly key: string;
  /** Of `elicitation/create`. */
  readonly params: JsonObject;
  /** By key: the replies to earlier questions of the same call, which its next request must bring again. */
  readonly earlier: JsonObject;
}

/** The questions of one call, over any number of rounds. */
export interface Questions {
  readonly ask: Ask;
  readonly form: FormPort;
  /** Records the reply, for when the question is asked again: the result of `elicitation/create`. */
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
 * @param endsRequest the request ends with a question, and another one brings the reply
 */
export function createQuestions(
  about: { readonly name: string; readonly given: unknown },
  replyTo: (key: string) => JsonObject | undefined,
  endsRequest: boolean,
): Questions {
  let replies: Map<string, JsonObject> | undefined;
  const known: { [key: string]: JsonObject } = {};
  let open: OpenQuestion | undefined;

  async function put(kind: string, question: unknown, params: JsonObject): Promise<JsonObject | undefined> {
    const key = await keyOf(kind, about.name, about.given, question);
    const reply = replyOf(key);
    open = reply === undefined ? { key, params, earlier: { ...known } } : undefined;
    return reply;
  }

  function replyOf(key: string): JsonObject | undefined {
    const reply = replies?.get(key) ?? replyTo(key);
    if (reply !== undefined) known[key] = reply;
    return reply;
  }

  return {
    async ask({ message }) {
      const reply = await put("confirm", message, { message, requestedSchema: noFields });
      return reply === undefined ? "unavailable" : (actions[String(reply.action)] ?? "cancelled");
    },
    form: {
      endsRequest,
      async replyTo(params) {
        return replyOf(await keyOf("form", about.name, about.given, params));
      },
      ask: (params) => put("form", params, params),
    },
    reply(key, reply) {
      replies ??= new Map();
      replies.set(key, reply);
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
