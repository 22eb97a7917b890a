import { isJsonObject, type Json, type JsonObject } from "../../../src/contract/json.ts";
import type { SavedList } from "./saved-list.ts";

// The same list in other words: what serialisers, formatters and schema libraries change without meaning anything.

/** Keys, sets and unions of types in another order; nothing else. Tools keep theirs, for models read them in order. */
export function reordered(list: SavedList): SavedList {
  return { ...list, tools: list.tools.map((tool) => object(tool, reorder)) };
}

/** One value as a constant or an enum, null as a type or an option, a schema in place or by reference. */
export function respelled(list: SavedList): SavedList {
  const respell = (tool: JsonObject): JsonObject => ({
    ...tool,
    ...(isJsonObject(tool.inputSchema) ? { inputSchema: referenced(object(tool.inputSchema, spell)) } : {}),
    ...(isJsonObject(tool.outputSchema) ? { outputSchema: referenced(object(tool.outputSchema, spell)) } : {}),
  });
  return { ...list, tools: list.tools.map(respell) };
}

/** What an indenting formatter and a parser between them make of the text: the same values. */
export function reformatted(list: SavedList): SavedList {
  return JSON.parse(JSON.stringify(list, undefined, "\t")) as SavedList; // what went in came out
}

const sets = ["required", "enum", "type"];

function reorder(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.keys(schema)
      .reverse()
      .map((key) => [
        key,
        sets.includes(key) && Array.isArray(schema[key]) ? [...schema[key]].reverse() : (schema[key] ?? null),
      ]),
  );
}

function spell(schema: JsonObject): JsonObject {
  const { const: constant, type, enum: values, ...rest } = schema;
  if (constant !== undefined && values === undefined)
    return { ...rest, ...(type === undefined ? {} : { type }), enum: [constant] };
  if (Array.isArray(values) && values.length === 1 && values[0] !== undefined) {
    return { ...rest, ...(type === undefined ? {} : { type }), const: values[0] };
  }
  if (Array.isArray(type) && type.length === 2 && type.includes("null") && values === undefined) {
    const [other = "null"] = type.filter((one) => one !== "null");
    const { title, description, default: otherwise, examples, ...own } = rest;
    const said = Object.fromEntries(
      Object.entries({ title, description, default: otherwise, examples }).filter(([, one]) => one !== undefined),
    );
    return { ...(said as JsonObject), anyOf: [{ ...own, type: other }, { type: "null" }] }; // undefined went with the filter
  }
  if (isNullOption(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf].reverse() };
  if (schema.additionalProperties === true) {
    const { additionalProperties: _, ...open } = schema;
    return open;
  }
  return schema;
}

function isNullOption(options: Json | undefined): options is readonly Json[] {
  return (
    Array.isArray(options) && options.length === 2 && options.some((one) => isJsonObject(one) && one.type === "null")
  );
}

/** Moves every property of the root to a definition of its own. */
function referenced(schema: JsonObject): JsonObject {
  if (!isJsonObject(schema.properties) || JSON.stringify(schema).includes('"$ref"')) return schema;
  const names = Object.keys(schema.properties).filter((name) => /^\w+$/.test(name));
  const moved = Object.fromEntries(names.map((name) => [`of_${name}`, (schema.properties as JsonObject)[name] ?? {}])); // looked at above
  const references = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/of_${name}` }]));
  return {
    ...schema,
    properties: { ...schema.properties, ...references },
    $defs: { ...(isJsonObject(schema.$defs) ? schema.$defs : {}), ...moved },
  };
}

const namesBelow = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];

/** Applies a change to every object of schemas, the innermost first; names of properties are not keywords. */
function object(value: JsonObject, change: (schema: JsonObject) => JsonObject): JsonObject {
  const inner = Object.entries(value).map(([key, child]): [string, Json] => {
    if (["const", "enum", "default", "examples"].includes(key)) return [key, child];
    if (namesBelow.includes(key) && isJsonObject(child)) {
      const below = Object.entries(child).map(([name, one]): [string, Json] => [name, any(one, change)]);
      return [key, Object.fromEntries(below)];
    }
    return [key, any(child, change)];
  });
  return change(Object.fromEntries(inner));
}

function any(value: Json, change: (schema: JsonObject) => JsonObject): Json {
  if (Array.isArray(value)) return value.map((one) => any(one, change));
  return isJsonObject(value) ? object(value, change) : value;
}
