import { sameJson } from "../../contract/alias.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { childPath } from "../../contract/json-pointer.ts";
import { both, emptySet, type KeywordSet, limitKeywords, nothing, type Part, type Texts } from "./keyword-set.ts";
import { dependenciesOf, has, highOf, isTypeName, lowOf, requiredOf, typeNames } from "./read-keywords.ts";
import { childEntries } from "./vocabulary.ts";

/**
 * The keywords of one schema in the spelling of 2020-12. A keyword whose value has the wrong form counts as absent, as
 * validators that are lenient have it. References are not followed here.
 */
export function readKeywordSet(schema: unknown, at: string): KeywordSet {
  if (schema === false) return nothing(at);
  if (!isJsonObject(schema)) return emptySet(at);
  const source = { schema, at };
  const sources = new Map<string, typeof source>();
  for (const keyword of Object.keys(schema)) sources.set(keyword, source);
  const set = emptySet(at, sources);
  readTypes(schema, set);
  set.low = lowOf(schema);
  set.high = highOf(schema);
  set.properties = mapAt(schema, "properties", at);
  set.patterns = mapAt(schema, "patternProperties", at);
  set.required = requiredOf(schema);
  set.allOf = listAt(schema, "allOf", at) ?? [];
  set.texts = readTexts(schema);
  for (const keyword of limitKeywords) {
    const value = schema[keyword];
    if (typeof value === "number" && (keyword !== "multipleOf" || value > 0)) set.limits[keyword] = value;
  }
  if (typeof schema.pattern === "string") set.pattern = schema.pattern;
  if (typeof schema.format === "string") set.format = schema.format;
  if (schema.uniqueItems === true) set.unique = true;
  for (const keyword of ["propertyNames", "not", "contains", "unevaluatedItems", "unevaluatedProperties"] as const) {
    const part = partAt(schema, keyword, at);
    if (part !== undefined) set[keyword] = part;
  }
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const options = listAt(schema, keyword, at);
    if (options !== undefined) set[keyword] = options;
  }
  readItems(schema, set);
  const additional = partAt(schema, "additionalProperties", at);
  if (additional !== undefined) {
    set.additional = additional;
    // Properties that were let through by name have all been looked at.
    delete set.unevaluatedProperties;
  }
  readDependencies(schema, set);
  readConditional(schema, set);
  return set;
}

function readTypes(schema: JsonObject, set: KeywordSet): void {
  const names = typeNames(schema);
  // `nullable` of OpenAPI: MCP clients' validators take null then, though JSON Schema does not know the word.
  const known = (names.length > 0 && schema.nullable === true ? [...names, "null"] : names).filter(isTypeName);
  if (known.length > 0) {
    set.types = [...new Set(known)].filter((name) => name !== "integer" || !known.includes("number"));
  }
  if (Array.isArray(schema.enum)) set.values = schema.enum as readonly Json[]; // what stands in JSON is JSON
  if (!Object.hasOwn(schema, "const")) return;
  const constant = schema.const as Json;
  set.values = set.values === undefined || set.values.some((value) => sameJson(value, constant)) ? [constant] : [];
  set.constant = true;
}

function readItems(schema: JsonObject, set: KeywordSet): void {
  // Before 2020-12 a list of `items` was the tuple, and `additionalItems` what follows it.
  const isOldTuple = Array.isArray(schema.items);
  const prefix = listAt(schema, isOldTuple ? "items" : "prefixItems", set.at);
  if (prefix !== undefined) set.prefixItems = prefix;
  const items = partAt(schema, isOldTuple ? "additionalItems" : "items", set.at);
  if (items !== undefined) {
    set.items = items;
    delete set.unevaluatedItems;
  }
  if (set.contains === undefined) {
    delete set.limits.minContains;
    delete set.limits.maxContains;
  }
}

function readDependencies(schema: JsonObject, set: KeywordSet): void {
  if (!["dependencies", "dependentRequired", "dependentSchemas"].some((keyword) => has(schema, keyword))) return;
  const required = new Map<string, readonly string[]>();
  const schemas = new Map(mapAt(schema, "dependentSchemas", set.at));
  for (const { name, required: names } of dependenciesOf(schema)) {
    if (names.length > 0) required.set(name, [...new Set([...(required.get(name) ?? []), ...names])]);
  }
  for (const [name, part] of mapAt(schema, "dependencies", set.at)) {
    const beside = schemas.get(name);
    schemas.set(name, beside === undefined ? part : both(beside, part));
  }
  set.dependentRequired = required;
  set.dependentSchemas = schemas;
}

function readConditional(schema: JsonObject, set: KeywordSet): void {
  const condition = partAt(schema, "if", set.at);
  const yes = partAt(schema, "then", set.at);
  const no = partAt(schema, "else", set.at);
  if (condition === undefined) return;
  set.conditional = {
    if: condition,
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema, never awaited
    ...(yes === undefined ? {} : { then: yes }),
    ...(no === undefined ? {} : { else: no }),
  };
}

export function readTexts(schema: JsonObject): Texts {
  const text = (key: string) => (typeof schema[key] === "string" ? { [key]: schema[key] } : {});
  const { discriminator } = schema;
  return {
    ...text("title"),
    ...text("description"),
    ...text("contentEncoding"),
    ...text("contentMediaType"),
    ...(Object.hasOwn(schema, "default") ? { default: schema.default as Json } : {}),
    ...(Array.isArray(schema.examples) ? { examples: schema.examples as readonly Json[] } : {}),
    ...(schema.deprecated === true ? { deprecated: true } : {}),
    ...(isJsonObject(discriminator) && typeof discriminator.propertyName === "string"
      ? { discriminator: discriminator.propertyName }
      : {}),
  };
}

function partAt(schema: JsonObject, keyword: string, at: string): Part | undefined {
  const value = schema[keyword];
  return typeof value === "boolean" || isJsonObject(value) ? { schema: value, at: childPath(at, keyword) } : undefined;
}

/** undefined for an empty list too, which no draft allows. */
function listAt(schema: JsonObject, keyword: string, at: string): readonly Part[] | undefined {
  const value = schema[keyword];
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const place = childPath(at, keyword);
  return value.map((member: unknown, index) => ({ schema: member, at: childPath(place, index) }));
}

function mapAt(schema: JsonObject, keyword: string, at: string): ReadonlyMap<string, Part> {
  if (!isJsonObject(schema[keyword])) return noParts;
  const place = childPath(at, keyword);
  return new Map(
    childEntries(schema, keyword).map(([name, child]) => [
      String(name),
      { schema: child, at: childPath(place, String(name)) },
    ]),
  );
}

const noParts: ReadonlyMap<string, Part> = new Map();
