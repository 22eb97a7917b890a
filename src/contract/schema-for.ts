import { definitionOf } from "./definition.ts";
import { isJsonObject, type Json, type JsonObject } from "./json.ts";
import type { JsonSchema, JsonType } from "./json-schema.ts";
import { ownValue } from "./own-property.ts";

/**
 * The part of a schema that applies to this value: references are followed, and of a union the option of the value is chosen by a
 * constant field or by its JSON type, as the compiler requires.
 * @param root holds the definitions
 * @returns undefined where any value is allowed
 */
export function schemaFor(value: Json, schema: JsonSchema | undefined, root: JsonSchema): JsonSchema | undefined {
  if (schema === undefined) return undefined;
  if (schema.$ref !== undefined) return schemaFor(value, definitionOf(schema.$ref, root), root);
  if (schema.anyOf === undefined) return allowsAnything(schema) ? undefined : schema;
  return schema.anyOf
    .map((option) => schemaFor(value, option, root))
    .find((option) => option === undefined || takes(option, value));
}

function takes({ type, properties = {}, const: only, enum: values }: JsonSchema, value: Json): boolean {
  if (only !== undefined) return only === value;
  if (values !== undefined) return values.some((one) => one === value);
  if (type !== undefined && ![type].flat().some((name) => isOfType(value, name))) return false;
  return !isJsonObject(value) || hasConstants(value, properties);
}

/** Whether an object has the values of all fields that can have only one. */
export function hasConstants(value: JsonObject, properties: NonNullable<JsonSchema["properties"]>): boolean {
  return Object.entries(properties).every(([key, { const: only, enum: values }]) => {
    const constant = only ?? (values?.length === 1 ? values[0] : undefined);
    return constant === undefined || ownValue(value, key) === constant;
  });
}

function isOfType(value: Json, name: JsonType): boolean {
  if (name === "integer") return Number.isInteger(value);
  if (value === null || Array.isArray(value)) return name === (value === null ? "null" : "array");
  return name === typeof value;
}

function allowsAnything({ type, enum: values, const: only }: JsonSchema): boolean {
  return type === undefined && values === undefined && only === undefined;
}
