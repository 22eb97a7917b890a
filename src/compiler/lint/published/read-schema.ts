import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";
import { pathKeys } from "../../../contract/json-pointer.ts";
import { ownValue } from "../../../contract/own-property.ts";

// Small questions about one foreign schema. A keyword of the wrong type counts as absent.

export function numberAt(schema: JsonObject, keyword: string): number | undefined {
  const value = ownValue(schema, keyword);
  return typeof value === "number" ? value : undefined;
}

export function listAt(schema: JsonObject, keyword: string): readonly Json[] | undefined {
  const value = ownValue(schema, keyword);
  return Array.isArray(value) ? value : undefined;
}

export function mapAt(schema: JsonObject, keyword: string): JsonObject | undefined {
  const value = ownValue(schema, keyword);
  return isJsonObject(value) ? value : undefined;
}

/** The names of `type`, be it one or a list; none where it is absent. */
export function typesOf(schema: JsonObject): readonly string[] {
  const type = ownValue(schema, "type");
  if (typeof type === "string") return [type];
  return Array.isArray(type) ? type.filter((word): word is string => typeof word === "string") : [];
}

export function has(schema: JsonObject, keyword: string): boolean {
  return Object.hasOwn(schema, keyword);
}

/** What a local reference points at; "remote" for any other, undefined where it leads nowhere. */
export function targetOf(ref: string, root: JsonObject): Json | "remote" | undefined {
  if (!ref.startsWith("#")) return "remote";
  const fragment = ref.slice(1);
  if (fragment === "") return root;
  // A name instead of a pointer (`$anchor`) may stand anywhere; nobody is told that it is missing.
  if (!fragment.startsWith("/")) return true;
  return pathKeys(decoded(fragment)).reduce<Json | undefined>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isJsonObject(value) ? ownValue(value, key) : undefined;
  }, root);
}

/** A reference is a URI: its fragment may be percent-encoded. */
export function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return fragment;
  }
}
