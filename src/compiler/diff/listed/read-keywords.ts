import { sameJson } from "../../../contract/alias.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";
import { childPath } from "../../../contract/json-pointer.ts";
import type { JsonType } from "../../../contract/json-schema.ts";
import { type Bag, both, emptyBag, limitKeywords, nothing, type Part, type Texts } from "./bag.ts";

/**
 * One schema as its own keywords have it, in the spelling of 2020-12. A keyword whose value has the wrong form counts as
 * absent, as validators that are lenient have it. References are not followed here.
 */
export function readKeywords(schema: unknown, at: string): Bag {
  if (schema === false) return nothing(at);
  const bag = emptyBag(at);
  if (!isJsonObject(schema)) return bag;
  readTypes(schema, bag);
  for (const keyword of limitKeywords) {
    const value = schema[keyword];
    if (typeof value === "number" && (keyword !== "multipleOf" || value > 0)) bag.limits[keyword] = value;
  }
  // Draft 04: a boolean that makes the bound beside it exclusive.
  if (schema.exclusiveMinimum === true) moveLimit(bag, "minimum", "exclusiveMinimum");
  if (schema.exclusiveMaximum === true) moveLimit(bag, "maximum", "exclusiveMaximum");
  if (typeof schema.pattern === "string") bag.pattern = schema.pattern;
  if (typeof schema.format === "string") bag.format = schema.format;
  if (schema.uniqueItems === true) bag.unique = true;
  readArrayKeywords(schema, bag);
  readObjectKeywords(schema, bag);
  const some = listAt(schema, "anyOf", at);
  if (some !== undefined) bag.anyOf = some;
  const one = listAt(schema, "oneOf", at);
  if (one !== undefined) bag.oneOf = one;
  bag.allOf = listAt(schema, "allOf", at) ?? [];
  const not = partAt(schema, "not", at);
  if (not !== undefined) bag.not = not;
  readConditional(schema, bag);
  bag.texts = readTexts(schema);
  return bag;
}

const typeNames: ReadonlySet<unknown> = new Set(["null", "boolean", "integer", "number", "string", "array", "object"]);

function readTypes(schema: JsonObject, bag: Bag): void {
  const { type } = schema;
  const all: readonly unknown[] = typeof type === "string" ? [type] : Array.isArray(type) ? type : [];
  // `nullable` of OpenAPI: MCP clients' validators take null then, though JSON Schema does not know the word.
  const named = all.length > 0 && schema.nullable === true ? [...all, "null"] : all;
  const known = named.filter((name): name is JsonType => typeNames.has(name));
  if (known.length > 0) {
    bag.types = [...new Set(known)].filter((name) => name !== "integer" || !known.includes("number"));
  }
  if (Array.isArray(schema.enum)) bag.values = schema.enum as readonly Json[]; // what stands in JSON is JSON
  if (!Object.hasOwn(schema, "const")) return;
  const constant = schema.const as Json;
  bag.values = bag.values === undefined || bag.values.some((value) => sameJson(value, constant)) ? [constant] : [];
  bag.constant = true;
}

function moveLimit(bag: Bag, from: "minimum" | "maximum", to: "exclusiveMinimum" | "exclusiveMaximum"): void {
  const value = bag.limits[from];
  delete bag.limits[from];
  if (value !== undefined) bag.limits[to] = value;
}

function readArrayKeywords(schema: JsonObject, bag: Bag): void {
  const { at } = bag;
  // Before 2020-12 a list of `items` was the tuple, and `additionalItems` what follows it.
  const oldTuple = listAt(schema, "items", at);
  const prefix = oldTuple ?? listAt(schema, "prefixItems", at);
  if (prefix !== undefined && prefix.length > 0) bag.prefixItems = prefix;
  const items = partAt(schema, oldTuple === undefined ? "items" : "additionalItems", at);
  if (items !== undefined) bag.items = items;
  const contains = partAt(schema, "contains", at);
  if (contains !== undefined) bag.contains = contains;
  else {
    delete bag.limits.minContains;
    delete bag.limits.maxContains;
  }
  const rest = partAt(schema, "unevaluatedItems", at);
  // Items that were let through by name are none that nobody looked at.
  if (rest !== undefined && items === undefined) bag.unevaluatedItems = rest;
}

function readObjectKeywords(schema: JsonObject, bag: Bag): void {
  const { at } = bag;
  bag.properties = mapAt(schema, "properties", at);
  bag.required = namesIn(schema.required);
  bag.patterns = mapAt(schema, "patternProperties", at);
  const additional = partAt(schema, "additionalProperties", at);
  if (additional !== undefined) bag.additional = additional;
  const names = partAt(schema, "propertyNames", at);
  if (names !== undefined) bag.propertyNames = names;
  const rest = partAt(schema, "unevaluatedProperties", at);
  if (rest !== undefined && additional === undefined) bag.unevaluatedProperties = rest;
  const required = new Map<string, readonly string[]>();
  const schemas = new Map(mapAt(schema, "dependentSchemas", at));
  for (const keyword of ["dependencies", "dependentRequired"] as const) {
    const map = schema[keyword];
    for (const [name, value] of isJsonObject(map) ? Object.entries(map) : []) {
      if (Array.isArray(value)) required.set(name, [...new Set([...(required.get(name) ?? []), ...namesIn(value)])]);
      else if (keyword === "dependencies" && isSchema(value)) {
        const part = { schema: value, at: childPath(childPath(at, keyword), name) };
        const beside = schemas.get(name);
        schemas.set(name, beside === undefined ? part : both(beside, part));
      }
    }
  }
  bag.dependentRequired = new Map([...required].filter(([, names]) => names.length > 0));
  bag.dependentSchemas = schemas;
}

function readConditional(schema: JsonObject, bag: Bag): void {
  const condition = partAt(schema, "if", bag.at);
  const yes = partAt(schema, "then", bag.at);
  const no = partAt(schema, "else", bag.at);
  if (condition === undefined) return;
  bag.conditional = {
    if: condition,
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema; nobody awaits it
    ...(yes === undefined ? {} : { then: yes }),
    ...(no === undefined ? {} : { else: no }),
  };
}

function readTexts(schema: JsonObject): Texts {
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

function isSchema(value: unknown): boolean {
  return typeof value === "boolean" || isJsonObject(value);
}

function partAt(schema: JsonObject, keyword: string, at: string): Part | undefined {
  const value = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
  return isSchema(value) ? { schema: value, at: childPath(at, keyword) } : undefined;
}

function listAt(schema: JsonObject, keyword: string, at: string): readonly Part[] | undefined {
  const value = schema[keyword];
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const place = childPath(at, keyword);
  return value.map((member: unknown, index) => ({ schema: member, at: childPath(place, index) }));
}

function mapAt(schema: JsonObject, keyword: string, at: string): ReadonlyMap<string, Part> {
  const value = schema[keyword];
  if (!isJsonObject(value)) return noParts;
  const place = childPath(at, keyword);
  return new Map(
    Object.entries(value)
      .filter(([, child]) => isSchema(child))
      .map(([name, child]) => [name, { schema: child, at: childPath(place, name) }]),
  );
}

const noParts: ReadonlyMap<string, Part> = new Map();

function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? [...new Set(value.filter((name): name is string => typeof name === "string"))] : [];
}
