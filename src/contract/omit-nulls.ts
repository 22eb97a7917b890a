import { followRefs } from "./definition.ts";
import { isJsonObject, type Json, type JsonObject } from "./json.ts";
import type { JsonSchema } from "./json-schema.ts";
import { hasConstants } from "./schema-for.ts";

/**
 * Removes the nulls that mean "left out". APIs that enforce a schema strictly have no optional properties: the model sends null
 * instead. A null that the schema itself allows stays.
 * @param schema the tool's published input schema
 * @param given arguments as the model sent them; not changed
 */
export function omitNulls(schema: JsonSchema, given: JsonObject): JsonObject {
  const cleaned = clean(schema, schema, given);
  return isJsonObject(cleaned) ? cleaned : given;
}

function clean(root: JsonSchema, schema: JsonSchema, value: Json): Json {
  const target = followRefs(schema, root);
  if (Array.isArray(value)) {
    const { items } = target;
    return items === undefined ? value : value.map((item) => clean(root, items, item));
  }
  if (!isJsonObject(value)) return value;
  const { properties = {}, required = [] } = target.anyOf === undefined ? target : optionFor(root, target.anyOf, value);
  const entries = Object.entries(value).flatMap(([name, member]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined) return [[name, member] as const];
    if (member === null && !required.includes(name) && !allowsNull(root, property)) return [];
    return [[name, clean(root, property, member)] as const];
  });
  return Object.fromEntries(entries);
}

/** The option of a union that an object means: the one whose constant fields it has. */
function optionFor(root: JsonSchema, options: readonly JsonSchema[], value: JsonObject): JsonSchema {
  const objects = options.map((option) => followRefs(option, root)).filter((option) => option.properties !== undefined);
  const meant = objects.find(({ properties = {} }) => hasConstants(value, properties));
  return meant ?? objects[0] ?? {};
}

function allowsNull(root: JsonSchema, schema: JsonSchema): boolean {
  const { type, anyOf, enum: values } = followRefs(schema, root);
  if (anyOf !== undefined) return anyOf.some((option) => allowsNull(root, option));
  if (type === undefined) return values === undefined || values.includes(null);
  return type === "null" || (Array.isArray(type) && type.includes("null"));
}
