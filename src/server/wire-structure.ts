import type { CallToolResult } from "@modelcontextprotocol/server";
import { isJsonObject, type JsonObject } from "../contract/json.ts";
import { firstModernRevision } from "./revision.ts";

type Content = CallToolResult["content"];

/**
 * Content and structured content as a client of a revision reads them. Before 2026-07-28 the latter is an object; another value, which a server
 * behind a gateway may send, is left to the content.
 * @param structured may be anything: it came from another server
 */
export function wireStructure(
  content: Content,
  structured: unknown,
  revision: string,
): { readonly content: Content; readonly structuredContent?: JsonObject } {
  if (structured === undefined) return { content };
  // What else it may be since then, the SDK says.
  if (isJsonObject(structured) || revision >= firstModernRevision) {
    return { content, structuredContent: structured as JsonObject };
  }
  return { content: content.length > 0 ? content : [{ type: "text", text: JSON.stringify(structured) }] };
}
