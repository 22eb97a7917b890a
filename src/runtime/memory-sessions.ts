import { base64Url } from "./base64.ts";
import type { Clock, Entropy, Session, SessionStore } from "./ports.ts";

export interface MemorySessionsOptions {
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** How long a session stays open without a call. Default: 24 hours. */
  readonly unusedMs?: number;
  /** Sessions kept at once; the least recently used is dropped first. Default: 10,000. */
  readonly maxSessions?: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Keeps sessions until the process ends. Only hashes of handles are kept and looked up, so that the time of a look-up does not
 * reveal how much of a guessed handle was right.
 */
export function createMemorySessions(options: MemorySessionsOptions): SessionStore {
  const { clock, entropy, unusedMs = dayMs, maxSessions = 10_000 } = options;
  // Least recently used first: these expire first.
  const sessions = new Map<string, Session>();

  function forgetExpired(now: number): void {
    for (const [key, session] of sessions) {
      if (session.expiresAt > now && sessions.size <= maxSessions) return;
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
