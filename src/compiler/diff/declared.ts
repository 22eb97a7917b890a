import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";

/**
 * The same schema, with every object closed that names its fields and lets others pass: what callers send, and servers
 * answer, who keep to what is declared. That others would be let through makes no change of an unknown name a
 * break. Free-form objects and maps stay as they are; so does what stands in a `oneOf`, a `not` or a condition, where less
 * in one part may be more of the whole, and what is referred to from there.
 * @param reach "root": arguments or result of a tool, closed even where no field is named; "all": every object is
 */
export function declaredOnly(schema: JsonSchema, reach: Reach): JsonSchema {
  const known = closedBy[reach].get(schema);
  if (known !== undefined) return known;
  // JSON in, JSON out; `raw` holds keywords that the interface does not name.
  const written = schema as JsonObject;
  const referred: Referred = new Set();
  const whole = close(written, reach, referred);
  const closed = (referred.size === 0 ? whole : withDefinitionsAsWritten(whole, written)) as JsonSchema;
  closedBy[reach].set(schema, closed);
  return closed;
}

type Reach = "part" | "root" | "all";

const closedBy: { readonly [R in Reach]: WeakMap<JsonSchema, JsonSchema> } = {
  part: new WeakMap(),
  root: new WeakMap(),
  all: new WeakMap(),
};

/** References from parts that stay as they are. */
type Referred = Set<string>;

function close(schema: JsonObject, reach: Reach, referred: Referred): JsonObject {
  const below = reach === "root" ? "part" : reach;
  const closeChild = (child: Json): Json => (isJsonObject(child) ? close(child, below, referred) : child);
  const copy = Object.entries(schema).map(([key, value]): readonly [string, Json] => {
    if (single.has(key)) return [key, closeChild(value)];
    if (maps.has(key) && isJsonObject(value)) {
      return [key, Object.fromEntries(Object.entries(value).map(([name, child]) => [name, closeChild(child)]))];
    }
    if (lists.has(key) && Array.isArray(value)) return [key, value.map(closeChild)];
    return [key, values.has(key) ? value : asWritten(value, referred)];
  });
  const closed = Object.fromEntries(copy);
  return isOpen(schema) && (reach !== "part" || isJsonObject(schema.properties)) ? closeOne(closed) : closed;
}

const single = new Set(["items", "additionalProperties"]);
const maps = new Set(["properties", "patternProperties", "$defs"]);
const lists = new Set(["anyOf", "prefixItems"]);

/** Keywords whose values are not schemas. */
const values = new Set(["const", "enum", "default", "examples"]);

/** Definitions have a second name, under which they stay as they are. */
const suffix = "-as-written";
const rootName = `root${suffix}`;

/** A part that stays as it is refers to definitions that do. */
function asWritten(part: Json, referred: Referred): Json {
  if (Array.isArray(part)) return part.map((one: Json) => asWritten(one, referred));
  if (!isJsonObject(part)) return part;
  const entries = Object.entries(part).map(([key, value]): readonly [string, Json] => {
    if (key === "$ref" && typeof value === "string") return [key, referenceAsWritten(value, referred)];
    return [key, values.has(key) ? value : asWritten(value, referred)];
  });
  return Object.fromEntries(entries);
}

function referenceAsWritten(reference: string, referred: Referred): string {
  if (reference !== "#" && !/^#\/\$defs\/[^/]+$/.test(reference)) return reference;
  referred.add(reference);
  return reference === "#" ? `#/$defs/${rootName}` : `${reference}${suffix}`;
}

/** Adds the definitions under their second names. */
function withDefinitionsAsWritten(closed: JsonObject, { $defs, ...root }: JsonObject): JsonObject {
  const definitions = isJsonObject($defs) ? Object.entries($defs) : [];
  const copies = [
    ...definitions.map(([name, definition]) => [`${name}${suffix}`, definition] as const),
    [rootName, root] as const,
  ].map(([name, definition]) => [name, asWritten(definition, new Set())] as const);
  const own = isJsonObject(closed.$defs) ? closed.$defs : {};
  return { ...closed, $defs: { ...own, ...Object.fromEntries(copies) } };
}

function isOpen(schema: JsonObject): boolean {
  const { type, additionalProperties, unevaluatedProperties } = schema;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const open = additionalProperties === undefined || additionalProperties === true;
  return types.includes("object") && open && unevaluatedProperties === undefined;
}

/** Names in conditions beside it are declared too; where these are about more than names, it stays open. */
function closeOne(schema: JsonObject): JsonObject {
  const names = new Set<string>();
  const beside = [
    schema.allOf,
    schema.anyOf,
    schema.oneOf,
    schema.if,
    schema.then,
    schema.else,
    schema.not,
    schema.dependentSchemas,
  ].filter((part) => part !== undefined);
  if (!beside.every((part) => collectNames(part, names, 0))) return schema;
  const own = isJsonObject(schema.properties) ? schema.properties : {};
  const others = [...names].filter((name) => !Object.hasOwn(own, name)).map((name) => [name, {}] as const);
  const properties = Object.fromEntries([...Object.entries(own), ...others]);
  return { ...schema, properties, additionalProperties: false };
}

/** @returns false when names can't be listed: patterns, references, or too deep */
function collectNames(part: unknown, names: Set<string>, depth: number): boolean {
  if (depth > maxDepth) return false;
  if (Array.isArray(part)) return part.every((one) => collectNames(one, names, depth + 1));
  if (!isJsonObject(part)) return true;
  if (["$ref", "$dynamicRef", "patternProperties", "propertyNames"].some((key) => part[key] !== undefined))
    return false;
  for (const [key, value] of Object.entries(part)) {
    if (key === "properties" && isJsonObject(value)) for (const name of Object.keys(value)) names.add(name);
    if (key === "required" && Array.isArray(value))
      for (const name of value) if (typeof name === "string") names.add(name);
    if (!collectNames(value, names, depth + 1)) return false;
  }
  return true;
}

const maxDepth = 32;
