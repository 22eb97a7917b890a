import { isJsonObject, type Json } from "./json.ts";
import { ownValue } from "./own-property.ts";

/** A param that stands in a header of its call, too. */
export interface HeaderParam {
  /** Without `Mcp-Param-`. */
  readonly header: string;
  /** Names of properties, from the arguments inwards. */
  readonly path: readonly string[];
}

/**
 * The params that a tool's schema marks with `x-mcp-header`, so that what stands between client and server can route by them without
 * reading the body. Only where the schema's own properties lead to.
 * @see MCP 2026-07-28, Streamable HTTP, "Schema Extension"
 */
export function headerParams(schema: Json | undefined, path: readonly string[] = []): readonly HeaderParam[] {
  if (path.length > maxDepth || !isJsonObject(schema) || !isJsonObject(schema.properties)) return [];
  return Object.entries(schema.properties).flatMap(([name, param]) => {
    if (!isJsonObject(param)) return [];
    const inner = [...path, name];
    const header = param["x-mcp-header"];
    const own = typeof header === "string" && token.test(header) ? [{ header, path: inner }] : [];
    return [...own, ...headerParams(param, inner)];
  });
}

/** A name of a header: RFC 9110, "token". */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const maxDepth = 32;

export function argumentOf(given: Json, { path }: HeaderParam): Json | undefined {
  let value: Json | undefined = given;
  for (const name of path) value = isJsonObject(value) ? ownValue(value, name) : undefined;
  return value;
}

/** What the header of a param holds before it is encoded; undefined: what is null, or not a text, truth value or exact number, is left out. */
export function headerText(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "number" || (Number.isInteger(value) && !Number.isSafeInteger(value))) return undefined;
  return String(value);
}
