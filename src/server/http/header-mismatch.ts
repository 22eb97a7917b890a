import type { IncomingHttpHeaders } from "node:http";
import { isJsonObject } from "../../contract/json.ts";
import { clip } from "../../contract/utf8.ts";
import type { Refusal } from "../decode.ts";

/**
 * What a refused request is told over HTTP. A body that names a revision which nobody serves is refused for that, but
 * where the header names another one, that is what has to be said: who stands in between may have acted on the header.
 * @see MCP 2026-07-28, basic/transports, "Protocol Version Header"
 */
export function refusalOverHttp(refusal: Refusal, headers: IncomingHttpHeaders): Refusal {
  const header = headers["mcp-protocol-version"];
  if (refusal.code !== unsupportedRevision || !isJsonObject(refusal.data) || typeof header !== "string") return refusal;
  const { requested } = refusal.data;
  // What a refusal quotes of the body may be cut.
  if (typeof requested !== "string" || clip(header, requested.length) === requested) return refusal;
  const message = "Header mismatch: 'MCP-Protocol-Version' names another revision than '_meta' of the body";
  return { id: refusal.id, code: headerMismatch, message };
}

const headerMismatch = -32020;
const unsupportedRevision = -32022;
