import type { Ask, Reply } from "../runtime/call-state.ts";

/** A question to the user without a reply yet. */
export interface OpenQuestion {
  /** Identifies the question and the call that it is about. */
  readonly key: string;
  readonly message: string;
}

/** The questions of one call, over any number of rounds. */
export interface Questions {
  readonly ask: Ask;
  /** Records the reply, for when the question is asked again. */
  reply(key: string, reply: Reply): void;
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
  replyTo: (key: string) => Reply | undefined,
): Questions {
  let replies: Map<string, Reply> | undefined;
  let open: OpenQuestion | undefined;
  return {
    async ask({ message }) {
      const key = await keyOf(about.name, about.given, message);
      const reply = replies?.get(key) ?? replyTo(key);
      open = reply === undefined ? { key, message } : undefined;
      return reply ?? "unavailable";
    },
    reply(key, reply) {
      replies ??= new Map();
      replies.set(key, reply);
    },
    open: () => open,
  };
}

async function keyOf(...parts: readonly unknown[]): Promise<string> {
  // Most servers never ask.
  const { createHash } = await import("node:crypto");
  return `confirm-${createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22)}`;
}
