import { isJsonObject, type Json, type JsonObject } from "./json.ts";
import { ownValue } from "./own-property.ts";

/** Names of ours under other names of somebody else: `{max_results: "maxResults"}`; `in`: those in an object, or in the objects of a list. */
export interface OtherNames {
  readonly [own: string]: string | { readonly name?: string; readonly in: OtherNames };
}

/** The same values under the other names, wherever they stand. */
export function renameMembers(given: JsonObject, names: OtherNames): JsonObject {
  return Object.fromEntries(
    Object.entries(given).map(([own, value]) => {
      const known = ownValue(names, own) ?? own;
      return typeof known === "string" ? [known, value] : [known.name ?? own, renameInside(value, known.in)];
    }),
  );
}

function renameInside(value: Json, names: OtherNames): Json {
  if (Array.isArray(value)) return value.map((item: Json) => renameInside(item, names));
  return isJsonObject(value) ? renameMembers(value, names) : value;
}
