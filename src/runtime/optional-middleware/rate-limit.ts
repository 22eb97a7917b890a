import { contractFailure } from "../answers.ts";
import type { CallState, Connection, Middleware } from "../call-state.ts";
import type { CallAnswer } from "../result.ts";

export interface RateLimitOptions<Deps> {
  /** Number of calls, at least 1, … */
  readonly calls: number;
  /** … within this time, above 0. */
  readonly perSeconds: number;
  /**
   * Which calls are counted together. "session" (default): those of one session, or of one connection where there is no
   * session. "connection": over stdio the process; over HTTP every request has a connection of its own. A function returns
   * the key.
   */
  readonly by?: "session" | "connection" | ((call: CallState<Deps>) => string);
  /** Keys that are kept at once; the least recently used is dropped first. Default: 10,000. */
  readonly maxKeys?: number;
}

/** Calls that were left at a time. */
interface Bucket {
  tokens: number;
  at: number;
}

/**
 * Middleware for a host: limits the calls of each caller within a time, at once or spread, and answers further ones OVERLOADED,
 * with when to try again. Refused calls do not count.
 */
export function rateLimit<Deps>(options: RateLimitOptions<Deps>): Middleware<Deps> {
  const { calls, perSeconds, by = "session", maxKeys = 10_000 } = options;
  if (!(calls >= 1 && perSeconds > 0)) {
    throw new Error(`invariant: a rate of ${calls} calls in ${perSeconds} seconds allows no call`);
  }
  const perCallMs = (perSeconds * 1000) / calls;
  // Least recently used first.
  const byKey = new Map<string, Bucket>();
  const byConnection = new WeakMap<Connection, Bucket>();

  function bucketOf(call: CallState<Deps>): Bucket {
    const full = () => ({ tokens: calls, at: call.clock() });
    const key = keyOf(call, by);
    if (key === undefined) {
      const { connection } = call.request;
      const bucket = byConnection.get(connection) ?? full();
      byConnection.set(connection, bucket);
      return bucket;
    }
    const bucket = byKey.get(key) ?? full();
    byKey.delete(key);
    byKey.set(key, bucket);
    const [oldest] = byKey.keys();
    if (byKey.size > maxKeys && oldest !== undefined) byKey.delete(oldest);
    return bucket;
  }

  return async (call, next) => {
    const bucket = bucketOf(call);
    const now = call.clock();
    bucket.tokens = Math.min(calls, bucket.tokens + Math.max(0, now - bucket.at) / perCallMs);
    bucket.at = now;
    if (bucket.tokens < 1) return tooMany(options, Math.ceil((1 - bucket.tokens) * perCallMs));
    bucket.tokens -= 1;
    return next(call);
  };
}

/** @returns undefined to count by connection */
function keyOf<Deps>(call: CallState<Deps>, by: NonNullable<RateLimitOptions<Deps>["by"]>): string | undefined {
  if (typeof by === "function") return by(call);
  return by === "session" ? call.session?.id : undefined;
}

function tooMany<Deps>({ calls, perSeconds }: RateLimitOptions<Deps>, retryAfterMs: number): CallAnswer {
  const when = `${Math.ceil(retryAfterMs / 1000)} s`;
  return contractFailure({
    code: "OVERLOADED",
    message: `more than ${calls} calls in ${perSeconds} s`,
    hint: `nothing was done; send the same call again in ${when}`,
    facts: { retry: "later", retryAfterMs },
  });
}
