import { contractFailure } from "../answers.ts";
import type { CallState, Connection, Middleware } from "../call-state.ts";
import type { CallAnswer } from "../result.ts";

export interface RateLimitOptions<Deps> {
  /** So many calls, at least 1, … */
  readonly calls: number;
  /** … in so many seconds, above 0. */
  readonly perSeconds: number;
  /**
   * Whose calls are counted together. "session" (default): those of one session, and of one connection where there is no
   * session. "connection": over stdio the process; over HTTP every request has a connection of its own. A function gives
   * the key itself.
   */
  readonly by?: "session" | "connection" | ((call: CallState<Deps>) => string);
  /** Keys that are remembered at once; the one that was used longest ago is forgotten first. Default: 10,000. */
  readonly maxKeys?: number;
}

/** Calls that may still be made, as of a time. */
interface Bucket {
  tokens: number;
  at: number;
}

/**
 * A station for a host's `middleware`: lets each caller make so many calls in so many seconds, all at once or spread, and
 * answers further ones OVERLOADED, with when to come again. Refused calls cost nothing of it.
 */
export function rateLimit<Deps>(options: RateLimitOptions<Deps>): Middleware<Deps> {
  const { calls, perSeconds, by = "session", maxKeys = 10_000 } = options;
  if (!(calls >= 1 && perSeconds > 0)) {
    throw new Error(`invariant: a rate of ${calls} calls in ${perSeconds} seconds lets nobody call`);
  }
  const perCallMs = (perSeconds * 1000) / calls;
  // In order of last use.
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

/** @returns undefined: by connection */
function keyOf<Deps>(call: CallState<Deps>, by: NonNullable<RateLimitOptions<Deps>["by"]>): string | undefined {
  if (typeof by === "function") return by(call);
  return by === "session" ? call.session?.id : undefined;
}

function tooMany<Deps>({ calls, perSeconds }: RateLimitOptions<Deps>, retryAfterMs: number): CallAnswer {
  const when = `${Math.ceil(retryAfterMs / 1000)} s`;
  return contractFailure({
    code: "OVERLOADED",
    message: `at most ${calls} calls in ${perSeconds} s are answered`,
    hint: `nothing was done; send the same call again in ${when}`,
    facts: { retry: "later", retryAfterMs },
  });
}
