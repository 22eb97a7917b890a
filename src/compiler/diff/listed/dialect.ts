import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";
import { childEntries } from "../../json-schema/vocabulary.ts";

// A schema is read in the dialect that it declares: a keyword that came later asserts nothing in it.

/** Keywords that came with 2019-09. @see JSON Schema 2019-09, appendix "Changelog" */
const since2019 = [
  "unevaluatedProperties",
  "unevaluatedItems",
  "dependentRequired",
  "dependentSchemas",
  "minContains",
  "maxContains",
];

/** With 2020-12. */
const since2020 = ["prefixItems"];

const since07 = ["if", "then", "else"];
const since06 = ["contains", "propertyNames", "const"];

const unknownTo: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["draft-04", new Set([...since06, ...since07, ...since2019, ...since2020])],
  ["draft-06", new Set([...since07, ...since2019, ...since2020])],
  ["draft-07", new Set([...since2019, ...since2020])],
  ["2019-09", new Set(since2020)],
]);

/** "draft-07" of `$schema`, in any of its spellings; undefined where it names none that is known. */
export function dialectOf(schema: Json | undefined): string | undefined {
  const uri = isJsonObject(schema) ? schema.$schema : undefined;
  if (typeof uri !== "string") return undefined;
  const [, found] = /^https?:\/\/json-schema\.org\/(?:draft\/)?(draft-0[3-7]|20\d\d-\d\d)\/schema#?$/.exec(uri) ?? [];
  return found;
}

/**
 * The schema without the keywords that a dialect does not have.
 * @param dialect by default the one that it declares
 * @returns the same value, where it has none of them
 */
export function inDialect(schema: JsonObject, dialect: string | undefined = dialectOf(schema)): JsonObject {
  const unknown = dialect === undefined ? undefined : unknownTo.get(dialect);
  return unknown === undefined ? schema : without(schema, unknown, maxDepth);
}

/** Below it nothing is compared. */
const maxDepth = 300;

function without(schema: JsonObject, unknown: ReadonlySet<string>, levels: number): JsonObject {
  if (levels <= 0) return schema;
  let isSame = true;
  const entries = Object.entries(schema).flatMap(([keyword, value]): readonly (readonly [string, Json])[] => {
    if (unknown.has(keyword)) {
      isSame = false;
      return [];
    }
    const read = withoutIn(schema, keyword, (child) => without(child, unknown, levels - 1));
    if (read === undefined) return [[keyword, value]];
    isSame = false;
    return [[keyword, read]];
  });
  return isSame ? schema : Object.fromEntries(entries);
}

/** A keyword's value with each schema in it changed; undefined where none of them was. */
function withoutIn(schema: JsonObject, keyword: string, change: (child: JsonObject) => JsonObject): Json | undefined {
  const changed = new Map<string | number | undefined, JsonObject>();
  for (const [key, child] of childEntries(schema, keyword)) {
    if (!isJsonObject(child)) continue;
    const now = change(child);
    if (now !== child) changed.set(key, now);
  }
  if (changed.size === 0) return undefined;
  const value = schema[keyword];
  if (Array.isArray(value)) return value.map((child: Json, index) => changed.get(index) ?? child);
  const whole = changed.get(undefined);
  if (whole !== undefined || !isJsonObject(value)) return whole;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, changed.get(key) ?? child]));
}

/** Does a keyword of the schema assert something in one of two dialects and nothing in the other? */
export function readsOtherwise(schema: JsonObject, one: string, other: string): boolean {
  return JSON.stringify(inDialect(schema, one)) !== JSON.stringify(inDialect(schema, other));
}
