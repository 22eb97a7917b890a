import { envelope, message } from "../messages.mjs";

// The revision 2026-07-28, where each request says for itself what a handshake said before.

const fields = "MCP 2026-07-28, basic: the required fields of _meta";
const versions = "MCP 2026-07-28, versioning: -32022 with the revisions that are served";
const replies = "MCP 2026-07-28, schema: requestState is a string, inputResponses an object";
const headers = "MCP 2026-07-28, transports: headers that differ from the body are 400 and -32020";
const keys = Object.keys(envelope);
const [revisionKey, clientKey, capabilitiesKey] = keys;

const refused = ([name, meta, code, why, more = {}]) => ({
  group: "2026-07-28",
  era: "modern",
  name,
  why,
  sends: [listing(meta, more)],
  wants: [[1, ...[code].flat()]],
  ...(more.method === undefined ? {} : { names: { "mcp-method": more.method, "mcp-name": "echo" } }),
});

export const modern = [
  ["no capabilities", without(capabilitiesKey), -32602, fields],
  ["capabilities that are a list", { ...envelope, [capabilitiesKey]: [] }, -32602, fields],
  ["capabilities that are null", { ...envelope, [capabilitiesKey]: null }, -32602, fields],
  ["a client that is a text", { ...envelope, [clientKey]: "me" }, -32602, fields],
  ["a client without a name", { ...envelope, [clientKey]: { version: "1" } }, -32602, fields],
  ["a revision that is a number", { ...envelope, [revisionKey]: 5 }, [-32602, -32020, -32022], fields],
  ["a progress token that is a list", { ...envelope, progressToken: [] }, -32602, fields],
  ["a revision that does not exist", { ...envelope, [revisionKey]: "2099-01-01" }, [-32022, -32020], versions],
  [
    "a request state that is a number",
    envelope,
    -32602,
    replies,
    { method: "tools/call", name: "echo", arguments: { text: "x" }, requestState: 5 },
  ],
  [
    "replies that are a list",
    envelope,
    -32602,
    replies,
    { method: "tools/call", name: "echo", arguments: { text: "x" }, inputResponses: [] },
  ],
]
  .map(refused)
  .concat(
    [
      ["another revision in the header", { "mcp-protocol-version": "2025-11-25" }],
      ["another method in the header", { "mcp-method": "tools/call" }],
      ["a method in capitals in the header", { "mcp-method": "TOOLS/LIST" }],
      ["no method in the header", { "mcp-method": null }],
    ].map(([name, given]) => ({
      group: "2026-07-28",
      era: "modern",
      name,
      why: headers,
      sends: [listing(envelope)],
      names: given,
      wants: [[[1, null], -32020]],
      status: [400],
      transports: ["http"],
    })),
  );

function listing(meta, { method = "tools/list", ...params } = {}) {
  return message({ id: 1, method, params: { ...params, _meta: meta } });
}

function without(key) {
  return Object.fromEntries(Object.entries(envelope).filter(([name]) => name !== key));
}
