import { isJsonObject, type JsonObject } from "../contract/json.ts";
import type { ToolResult } from "../runtime/result.ts";
import { reservedPrefix } from "./envelope.ts";

// Results that the runtime did not make: of another server behind a gateway, or of a host's middleware. Here stands only which of them the SDK
// would send just as they are; it checks and shapes the others.

/**
 * Blocks are looked at where their text is made.
 * @param result may be anything: it came from another server
 */
export function isPlainResult(result: ToolResult): boolean {
  const { content, structuredContent, isError, _meta: meta }: { readonly [K in keyof ToolResult]: unknown } = result;
  if (!Object.keys(result).every((key) => namedMembers.has(key))) return false;
  if (!Array.isArray(content) || !(isError === undefined || typeof isError === "boolean")) return false;
  if (!(structuredContent === undefined || isPlainObject(structuredContent))) return false;
  return meta === undefined || (isPlainObject(meta) && !Object.keys(meta).some(isReserved));
}

/** Servers may send more members: the protocol lets a result have any. */
const namedMembers: ReadonlySet<string> = new Set(["content", "structuredContent", "isError", "_meta"]);

/** The SDK reads what stands under these. */
function isReserved(key: string): boolean {
  return key === "progressToken" || key === "__proto__" || key.startsWith(reservedPrefix);
}

function isPlainObject(value: unknown): value is JsonObject {
  return isJsonObject(value) && Object.getPrototypeOf(value) === Object.prototype;
}
