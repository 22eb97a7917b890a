import type { Identity } from "../../../runtime/ports.ts";
import { ownerOf } from "../../owner.ts";
import { randomId } from "../../random-id.ts";

/** What calls leave for those after them. */
export interface Remembered {
  /** Of the session that a tool opened. */
  sessionHandle: string | undefined;
}

/** What is remembered for clients of sessions of the protocol, also where a session is not here. */
export interface Memory {
  /** An id for a client that needs a session for nothing else: its requests are answered as if it had none. */
  newId(): string;
  /** Is it such an id? Any process knows. */
  isOwn(id: string): boolean;
  /** For a session, or one that is not here; another identity gets another. undefined: it is not an id of ours. */
  of(id: string, identity: Identity | undefined): Remembered | undefined;
  forget(id: string, identity: Identity | undefined): void;
}

/** A flood of ids can make all others forget; then their tools ask for a session once more. */
const maxRemembered = 20_000;

const prefix = "remember-";

/** More than ids of ours have. */
const maxIdLength = 64;

const keyOf = (id: string, identity: Identity | undefined) => `${id} ${ownerOf(identity)}`;

export function openMemory(): Memory {
  // Those that came first go first.
  const known = new Map<string, Remembered>();
  return {
    newId: () => `${prefix}${randomId(24)}`,
    isOwn: (id) => id.startsWith(prefix),
    of(id, identity) {
      if (id.length > maxIdLength) return undefined;
      const key = keyOf(id, identity);
      const remembered = known.get(key) ?? { sessionHandle: undefined };
      known.set(key, remembered);
      const [first] = known.keys();
      if (known.size > maxRemembered && first !== undefined) known.delete(first);
      return remembered;
    },
    forget: (id, identity) => void known.delete(keyOf(id, identity)),
  };
}
