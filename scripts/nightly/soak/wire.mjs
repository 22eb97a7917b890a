// Requests as the two eras of MCP write them.

export const modernRevision = "2026-07-28";
const clientInfo = { name: "soak", version: "1" };

/** What every request of the modern era says of its client. */
export const envelope = {
  "io.modelcontextprotocol/protocolVersion": modernRevision,
  "io.modelcontextprotocol/clientInfo": clientInfo,
  "io.modelcontextprotocol/clientCapabilities": {},
};

export const greeting = {
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo },
};

/** Puts params together as an era wants them. */
export function paramsIn(era, meta = {}) {
  return (params) => {
    const own = era === "modern" ? { ...envelope, ...meta } : meta;
    return Object.keys(own).length === 0 ? params : { _meta: own, ...params };
  };
}

/** A sound call as a message. `ping` has gone in the modern era; there the server is asked about itself. */
export function messageOf(era, id, { tool, method, given }, meta) {
  const params = paramsIn(era, meta);
  if (tool !== undefined)
    return { jsonrpc: "2.0", id, method: "tools/call", params: params({ name: tool, arguments: given }) };
  const asked = method === "ping" && era === "modern" ? "server/discover" : method;
  return { jsonrpc: "2.0", id, method: asked, params: params(given) };
}
