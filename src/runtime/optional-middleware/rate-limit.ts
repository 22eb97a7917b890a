import { contractFailure } from "../answers.ts";
import type { CallState, Connection, Middleware } from "../call-state.ts";
import type { CallAnswer } from "../result.ts";
import { type Bucket, createBuckets, fullBucket, takeFrom } from "./buckets.ts";

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

/**
 * Middleware for a host: limits the calls of each caller within a time, at once or spread, and answers further ones OVERLOADED,
 * with when to try again. Refused calls do not count.
 */
export function rateLimit<Deps>(options: RateLimitOptions<Deps>): Middleware<Deps> {
  const { calls, perSeconds, by = "session", maxKeys = 10_000 } = options;
  if (!(calls >= 1 && perSeconds > 0)) {
    throw new Error(`invariant: a rate of ${calls} calls in ${perSeconds} seconds allows no call`);
  }
  const rate = { calls, perSeconds };
  const bucketOfKey = createBuckets(rate, maxKeys);
  const byConnection = new WeakMap<Connection, Bucket>();

  function bucketOf(call: CallState<Deps>, now: number): Bucket {
    const key = keyOf(call, by);
    if (key !== undefined) return bucketOfKey(key, now);
    const { connection } = call.request;
    const bucket = byConnection.get(connection) ?? fullBucket(rate, now);
    byConnection.set(connection, bucket);
    return bucket;
  }

  return async (call, next) => {
    const now = call.clock();
    const waitMs = takeFrom(bucketOf(call, now), rate, now);
    return waitMs === undefined ? next(call) : tooMany(options, waitMs);
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
