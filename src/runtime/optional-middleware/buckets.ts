/** Calls that were left at a time. */
export interface Bucket {
  tokens: number;
  at: number;
}

export interface Rate {
  /** Number of calls, at least 1, … */
  readonly calls: number;
  /** … within this time, above 0. */
  readonly perSeconds: number;
}

export function fullBucket({ calls }: Rate, now: number): Bucket {
  return { tokens: calls, at: now };
}

/** Counts one more. @returns milliseconds until the next one is allowed, where this one is not; it does not count then */
export function takeFrom(bucket: Bucket, { calls, perSeconds }: Rate, now: number): number | undefined {
  const perCallMs = (perSeconds * 1000) / calls;
  bucket.tokens = Math.min(calls, bucket.tokens + Math.max(0, now - bucket.at) / perCallMs);
  bucket.at = now;
  if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) * perCallMs);
  bucket.tokens -= 1;
  return undefined;
}

/** Buckets by key; above `maxKeys` the least recently used is dropped. */
export function createBuckets(rate: Rate, maxKeys: number): (key: string, now: number) => Bucket {
  // Least recently used first.
  const byKey = new Map<string, Bucket>();
  return (key, now) => {
    const bucket = byKey.get(key) ?? fullBucket(rate, now);
    byKey.delete(key);
    byKey.set(key, bucket);
    const [oldest] = byKey.keys();
    if (byKey.size > maxKeys && oldest !== undefined) byKey.delete(oldest);
    return bucket;
  };
}
