import type { Server, ServerContext } from "@modelcontextprotocol/server";

// Revisions are dates: their order is that of their texts.

/** The first one without a handshake. */
export const firstModernRevision = "2026-07-28";

/** All without a handshake that are served; `server/discover` tells the same. */
export const modernRevisions: readonly string[] = [firstModernRevision];

/** All with a handshake that are served, the newest first. */
export const handshakeRevisions: readonly string[] = [
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
  "2024-10-07",
];

/** Revisions whose servers must take in JSON-RPC batches. Later ones have none. */
export const revisionsWithBatches: ReadonlySet<string> = new Set(["2024-11-05", "2025-03-26"]);

/** What a request over HTTP is served in that says nothing of it. @see MCP 2025-11-25, basic/transports, "Protocol Version Header" */
const assumedRevision = "2025-03-26";

/** The revision that the client of a request speaks. Over stateless HTTP nobody remembers its handshake: the header says it. */
export function revisionOf(server: Server, { http }: ServerContext): string {
  return server.getNegotiatedProtocolVersion() ?? http?.req?.headers.get("mcp-protocol-version") ?? assumedRevision;
}
