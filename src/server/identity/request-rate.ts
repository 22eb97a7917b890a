import { createBuckets, type Rate, takeFrom } from "../../runtime/optional-middleware/buckets.ts";
import type { Clock, Identity } from "../../runtime/ports.ts";
import type { Rejection } from "../http/authorize-request.ts";

/** Identities that are counted at once. */
const maxIdentities = 10_000;

/** Counts the requests of each identity; those without one are counted together. */
export function createRequestRate(rate: Rate, clock: Clock): (identity: Identity | undefined) => Rejection | undefined {
  const bucketOf = createBuckets(rate, maxIdentities);
  return (identity) => {
    const key = identity === undefined ? "" : JSON.stringify([identity.issuer, identity.subject]);
    const now = clock();
    const waitMs = takeFrom(bucketOf(key, now), rate, now);
    if (waitMs === undefined) return undefined;
    const message = `Too many requests: more than ${rate.calls} in ${rate.perSeconds} s`;
    return { status: 429, message, headers: { "retry-after": String(Math.ceil(waitMs / 1000)) } };
  };
}
