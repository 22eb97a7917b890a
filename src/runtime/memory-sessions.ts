import { base64Url } from "./base64-url.ts";
import type { Clock, Entropy, Session, SessionStore } from "./ports.ts";

export interface MemorySessionsOptions {
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** How long a session lives without a call. Default: 24 hours. */
  readonly unusedMs?: number;
  /** Sessions kept at once; the one that was used longest ago goes first. Default: 10,000. */
  readonly atMost?: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Sessions that live as long as the process. Only hashes of handles are kept, and a handle is found by its hash: how long
 * that takes says nothing about how much of a guess was right.
 */
export function createMemorySessions(options: MemorySessionsOptions): SessionStore {
  const { clock, entropy, unusedMs = dayMs, atMost = 10_000 } = options;
  // In order of last use: the first ones are the first to expire.
  const sessions = new Map<string, Session>();

  function forgetExpired(now: number): void {
    for (const [key, session] of sessions) {
      if (session.expiresAt > now && sessions.size <= atMost) return;
      sessions.delete(key);
    }
  }

  return {
    async open(facts) {
      const now = clock();
      const handle = base64Url(entropy.randomBytes(16));
      const id = base64Url(entropy.randomBytes(9));
      const session: Session = { ...facts, id, openedAt: now, expiresAt: now + unusedMs };
      sessions.set(entropy.hash(handle), session);
      forgetExpired(now);
      return { handle, session };
    },
    async use(handle) {
      const now = clock();
      forgetExpired(now);
      const key = entropy.hash(handle);
      const known = sessions.get(key);
      if (known === undefined || known.expiresAt <= now) return undefined;
      const session: Session = { ...known, expiresAt: now + unusedMs };
      sessions.delete(key);
      sessions.set(key, session);
      return session;
    },
  };
}
