import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import { ownValue } from "../contract/own-property.ts";

/** A server whose tool wants headers that a call came without answers with this code. @see MCP 2026-07-28, SEP-2243 */
export const headerMismatch = -32_020;

/**
 * The `Mcp-Param-…` headers of a call: params that the tool's schema marks with `x-mcp-header`, so that what stands between
 * client and server can route by them without reading the body. Only where the schema's own properties lead to; what is not
 * there, is null, or is not a text, truth value or exact number, is left out.
 * @see MCP 2026-07-28, Streamable HTTP, "Schema Extension" and "Value Encoding"
 */
export function paramHeaders(tool: JsonObject, given: JsonObject): Record<string, string> {
  const headers: Record<string, string> = {};
  collect(tool.inputSchema, given, headers, 0);
  return headers;
}

/** A name of a header: RFC 9110, "token". */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const maxDepth = 32;

function collect(schema: Json | undefined, given: Json, headers: Record<string, string>, depth: number): void {
  if (depth > maxDepth || !isJsonObject(schema) || !isJsonObject(schema.properties) || !isJsonObject(given)) return;
  for (const [name, param] of Object.entries(schema.properties)) {
    const value = ownValue(given, name);
    if (value === undefined || !isJsonObject(param)) continue;
    const header = param["x-mcp-header"];
    const text = headerText(value);
    if (typeof header === "string" && token.test(header) && text !== undefined) {
      headers[`Mcp-Param-${header}`] = encoded(text);
    }
    collect(param, value, headers, depth + 1);
  }
}

function headerText(value: Json): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "number" || (Number.isInteger(value) && !Number.isSafeInteger(value))) return undefined;
  return String(value);
}

/** As it is where a header can carry it; everything else in Base64, marked by its frame. */
function encoded(text: string): string {
  const isPlain = /^[\t\x20-\x7e]+$/.test(text) && text === text.trim() && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text, "utf8").toString("base64")}?=`;
}
