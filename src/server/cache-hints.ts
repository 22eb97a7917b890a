import { firstModernRevision } from "./revision.ts";

/** How long a client may cache what never changes while the server runs. */
export const listTtlMs = 60 * 60 * 1000;

/**
 * How long a client may cache a result; older revisions have no such members.
 * @param isFixed the result is the same for all clients until the server ends
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
