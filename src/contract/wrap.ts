import type { Json, JsonObject } from "./json.ts";
import { isJsonObject } from "./json.ts";

/**
 * What a handler returned, as the object that structured content must be: an object stays itself, an array becomes
 * `{items, count}`, nothing becomes `{data: null}`, anything else `{data: value}`. The compiler wraps the result's type
 * by the same rule, and the validator of the output checks what leaves here.
 */
export function wrap(returned: unknown): JsonObject {
  if (returned === undefined || returned === null) return { data: null };
  if (isJsonObject(returned)) return returned;
  // Whether the parts are JSON is for the output's validator to say; until then they are carried as they are.
  if (Array.isArray(returned)) return { items: returned as readonly Json[], count: returned.length };
  return { data: returned as Json };
}
