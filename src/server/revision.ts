import type { Server, ServerContext } from "@modelcontextprotocol/server";

// Revisions are dates, so they can be compared as texts.

/** The first one without a handshake. */
export const firstModernRevision = "2026-07-28";

/** All supported revisions without a handshake; `server/discover` lists the same. */
export const modernRevisions: readonly string[] = [firstModernRevision];

/** All supported revisions with a handshake, newest first. */
export const handshakeRevisions: readonly string[] = [
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
  "2024-10-07",
];

/** The revision of a handshake: the client's, or the newest one that has a handshake. */
export function agreedRevision(requested: string): string {
  return handshakeRevisions.includes(requested) ? requested : (handshakeRevisions[0] ?? requested);
}

/** Revisions whose servers must accept JSON-RPC batches. Later ones have none. */
export const revisionsWithBatches: ReadonlySet<string> = new Set(["2024-11-05", "2025-03-26"]);

/** The revision of an HTTP request that names none. @see MCP 2025-11-25, basic/transports, "Protocol Version Header" */
const assumedRevision = "2025-03-26";

/** The revision of a request's client. Stateless HTTP keeps no handshake, so there the header names it. */
export function revisionOf(server: Server, { http }: ServerContext): string {
  return server.getNegotiatedProtocolVersion() ?? http?.req?.headers.get("mcp-protocol-version") ?? assumedRevision;
}

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
