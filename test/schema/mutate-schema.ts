import { childEntries, treatmentOf } from "../../src/compiler/json-schema/vocabulary.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json.ts";

type Schema = JsonObject | boolean;

/**
 * One edit of a schema as authors make them: a keyword changed, dropped or added somewhere.
 * @param place which subschema, counted modulo their number
 * @param kind which edit, counted likewise
 */
export function mutate(schema: Schema, place: number, kind: number, fresh: Schema): Schema {
  const places = subschemas(schema);
  const target = places[place % places.length];
  return replaced(schema, target, edited(target ?? true, kind, fresh)) as Schema; // a schema stays one
}

/** Subschemas but those of `$defs`, where every edit may make a cycle. */
function subschemas(schema: unknown): readonly Schema[] {
  if (!isJsonObject(schema)) return typeof schema === "boolean" ? [schema] : [];
  const children = Object.keys(schema).flatMap((keyword) =>
    treatmentOf(keyword)?.kind === "asserts" ? childEntries(schema, keyword).map(([, child]) => child) : [],
  );
  return [schema, ...children.flatMap(subschemas)];
}

function replaced(value: Json, target: Schema | undefined, by: Json): Json {
  if (value === target) return by;
  if (Array.isArray(value)) return value.map((one: Json) => (isJsonObject(one) ? replaced(one, target, by) : one));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      key === "$defs" || typeof child !== "object" ? child : replaced(child, target, by),
    ]),
  );
}

function edited(schema: Schema, kind: number, fresh: Schema): Schema {
  if (!isJsonObject(schema)) return fresh;
  const edits: readonly (() => Schema)[] = [
    () => drop(schema, kind),
    () => shifted(schema, 1),
    () => shifted(schema, -1),
    () => ({
      ...schema,
      ...(isJsonObject(fresh) ? fresh : {}),
      ...("$defs" in schema ? { $defs: schema.$defs ?? {} } : {}),
    }),
    () => ({ anyOf: [withoutDefinitions(schema), { type: "null" }], ...definitionsOf(schema) }),
    () => ({ allOf: [withoutDefinitions(schema), fresh], ...definitionsOf(schema) }),
    () => ({ anyOf: [withoutDefinitions(schema), fresh], ...definitionsOf(schema) }),
    () => ({ ...schema, additionalProperties: !(schema.additionalProperties === true) }),
    () => ({ ...schema, required: toggled(schema.required, "a") }),
    () => ({ ...schema, properties: { ...(isJsonObject(schema.properties) ? schema.properties : {}), b: fresh } }),
    () => ({ ...schema, enum: toggled(schema.enum, "a") }),
    () => ({ ...schema, type: "integer" }),
  ];
  return edits[kind % edits.length]?.() ?? schema;
}

function withoutDefinitions({ $defs: _, ...rest }: JsonObject): JsonObject {
  return rest;
}

function definitionsOf(schema: JsonObject): JsonObject {
  return "$defs" in schema ? { $defs: schema.$defs ?? {} } : {};
}

function drop(schema: JsonObject, which: number): JsonObject {
  const keywords = Object.keys(schema).filter((keyword) => keyword !== "$defs");
  const dropped = keywords[which % Math.max(1, keywords.length)];
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== dropped));
}

/** Every number of the schema itself one up or down. */
function shifted(schema: JsonObject, by: number): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      const moves = typeof value === "number" && keyword !== "multipleOf" && keyword !== "const";
      return [keyword, moves ? value + by : value];
    }),
  );
}

function toggled(list: Json | undefined, value: Json): readonly Json[] {
  const values: readonly Json[] = Array.isArray(list) ? list : [];
  const rest = values.filter((one) => one !== value);
  return rest.length === values.length || rest.length === 0 ? [...rest, value] : rest;
}
