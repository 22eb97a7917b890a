import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";

/** The items of a page. */
export function itemsOf({ items }: JsonObject): readonly JsonObject[] {
  return Array.isArray(items) ? items.filter(isJsonObject) : [];
}
