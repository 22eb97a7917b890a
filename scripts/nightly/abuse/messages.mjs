// Messages of a client of the revision 2025-11-25, as texts; each case changes one thing of them.

export const message = (members) => JSON.stringify({ jsonrpc: "2.0", ...members });

export const request = (method, params, id = 1) => message({ id, method, ...(params === undefined ? {} : { params }) });

export const notification = (method, params) => message({ method, ...(params === undefined ? {} : { params }) });

/** @param given the arguments */
export const call = (name, given, id = 1) => request("tools/call", { name, arguments: given }, id);

export const greeting = {
  capabilities: {},
  clientInfo: { name: "abuse", version: "1" },
  protocolVersion: "2025-11-25",
};

/** What each request of the revision 2026-07-28 says of itself. */
export const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "abuse", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
