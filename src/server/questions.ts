import { createHash } from "node:crypto";
import type { Ask, Reply } from "../runtime/call-state.ts";

/** A question that the road had for the user, and that nobody has answered yet. */
export interface OpenQuestion {
  /** Names the question and the call that it is about. */
  readonly key: string;
  readonly message: string;
}

/** The questions of one call, over however many rounds. */
export interface Questions {
  readonly ask: Ask;
  /** The reply to a question, for when the road asks it again. */
  reply(key: string, reply: Reply): void;
  /** What was asked without a reply to it. */
  open(): OpenQuestion | undefined;
}

/**
 * The road never waits for a person: a question without a reply ends the call's round, and the call walks the whole road
 * again with the reply, so that meanwhile it holds no place and no deadline runs.
 *
 * A reply belongs to one question about one call: its key is a digest of both, so that a yes to something else counts for
 * nothing, on whatever process it arrives, without a secret and without anything kept. It need not be more: a client that
 * would make up the user's yes could as well send `confirm: true`.
 * @param about what the call is, as it came
 * @param replyTo reads a reply that came with the call
 */
export function createQuestions(
  about: { readonly name: string; readonly given: unknown },
  replyTo: (key: string) => Reply | undefined,
): Questions {
  const replies = new Map<string, Reply>();
  let open: OpenQuestion | undefined;
  return {
    async ask({ message }) {
      const key = keyOf(about.name, about.given, message);
      const reply = replies.get(key) ?? replyTo(key);
      open = reply === undefined ? { key, message } : undefined;
      return reply ?? "unavailable";
    },
    reply: (key, reply) => replies.set(key, reply),
    open: () => open,
  };
}

function keyOf(...parts: readonly unknown[]): string {
  return `confirm-${createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22)}`;
}
