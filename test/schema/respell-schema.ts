import { treatmentOf } from "../../src/compiler/json-schema/vocabulary.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json.ts";

type Schema = JsonObject | boolean;

/** The same schema in other words. */
export function respelled(schema: Schema): Schema {
  return respell(schema, isJsonObject(schema) ? schema : {});
}

function respell(schema: Schema, root: JsonObject): Schema {
  if (!isJsonObject(schema)) return schema ? {} : { not: {} };
  const entries = Object.entries(schema)
    .reverse()
    .flatMap(([keyword, value]) => reword(keyword, respellChildren(keyword, value, root), schema));
  const again: JsonObject = Object.fromEntries(entries);
  const target = isJsonObject(root.$defs) ? root.$defs.Word : undefined;
  if (again.$ref === "#/$defs/Word" && isJsonObject(target)) {
    const { $ref: _, ...rest } = again;
    return { ...rest, allOf: [...(Array.isArray(again.allOf) ? again.allOf : []), target] };
  }
  const types = again.type;
  if (Array.isArray(types) && types.length === 2 && types.includes("null") && again.anyOf === undefined) {
    const { type: _, ...rest } = again;
    return { ...rest, anyOf: types.map((type: Json) => ({ type })) };
  }
  return again;
}

function respellChildren(keyword: string, value: Json, root: JsonObject): Json {
  const treatment = treatmentOf(keyword);
  if (treatment === undefined || !("holds" in treatment) || treatment.holds === undefined) return value;
  const child = (one: Json): Json => (isJsonObject(one) || typeof one === "boolean" ? respell(one, root) : one);
  if (keyword === "$defs") return value;
  if (Array.isArray(value)) return value.map(child);
  if (treatment.holds === "schema" || treatment.holds === "schema-or-list") return child(value);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, one]) => [name, child(one)]),
  );
}

function reword(keyword: string, value: Json, schema: JsonObject): readonly (readonly [string, Json])[] {
  const integer = schema.type === "integer";
  if (keyword === "const") return schema.enum === undefined ? [["enum", [value]]] : [[keyword, value]];
  if (keyword === "enum" && Array.isArray(value)) return [[keyword, [...value].reverse()]];
  if (keyword === "required" && Array.isArray(value)) return [[keyword, [...value].reverse()]];
  if (keyword === "minimum" && integer && Number.isInteger(value) && schema.exclusiveMinimum === undefined) {
    return [["exclusiveMinimum", Number(value) - 1]];
  }
  if (integer && keyword === "type" && schema.multipleOf === undefined) {
    return [
      ["type", "number"],
      ["multipleOf", 1],
    ];
  }
  return [[keyword, value]];
}
