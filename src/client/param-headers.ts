import { argumentOf, headerParams, headerText } from "../contract/header-params.ts";
import type { JsonObject } from "../contract/json.ts";

/** A server whose tool wants headers that a call came without answers with this code. @see MCP 2026-07-28, SEP-2243 */
export const headerMismatch = -32_020;

/** The `Mcp-Param-…` headers of a call. @see MCP 2026-07-28, Streamable HTTP, "Value Encoding" */
export function paramHeaders(tool: JsonObject, given: JsonObject): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const param of headerParams(tool.inputSchema)) {
    const text = headerText(argumentOf(given, param));
    if (text !== undefined) headers[`Mcp-Param-${param.header}`] = encoded(text);
  }
  return headers;
}

/** As it is where a header can carry it; everything else in Base64, marked by its frame. */
function encoded(text: string): string {
  const isPlain = /^[\t\x20-\x7e]+$/.test(text) && text === text.trim() && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text, "utf8").toString("base64")}?=`;
}
