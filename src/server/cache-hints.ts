import { firstModernRevision } from "./revision.ts";

/** How long a client may keep what never changes while the server runs. */
export const listTtlMs = 60 * 60 * 1000;

/**
 * What a result says of how long it may be kept; older revisions have no such words.
 * @param isFixed it is the same for everybody as long as the server runs
 * @see MCP 2026-07-28, server/utilities/caching
 */
export function cacheFor(isFixed: boolean, revision: string): CacheHint | object {
  if (revision < firstModernRevision) return {};
  return isFixed ? { ttlMs: listTtlMs, cacheScope: "public" } : { ttlMs: 0, cacheScope: "private" };
}

interface CacheHint {
  readonly ttlMs: number;
  readonly cacheScope: "public" | "private";
}
