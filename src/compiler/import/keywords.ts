import type { JsonObject } from "../../contract/json.ts";
import { loseAt, type Reading } from "./reading.ts";

/** Keywords that explain and assert nothing. */
export const annotations = new Set([
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "$comment",
  "$schema",
  "$id",
  "$defs",
  "definitions",
]);

/** What a schema is about whose keywords say it and whose `type` does not. */
export const keywordsOf: { readonly [type: string]: readonly string[] } = {
  object: [
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
  ],
  array: ["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"],
  string: ["pattern", "minLength", "maxLength", "format"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
};

/** Keywords that assert what no type of ours says, and those that nobody knows. */
export function reportLost(reading: Reading, schema: JsonObject): void {
  for (const key of Object.keys(schema)) {
    const value = schema[key];
    if (unsayable.has(key)) {
      if (key === "unevaluatedProperties" || key === "unevaluatedItems") {
        if (value === true) continue;
      }
      loseAt(reading, schema, key, "wider", "the language has no word for it", "nothing");
    } else if (!known.has(key)) {
      loseAt(
        reading,
        schema,
        key,
        "dropped",
        "it is no keyword of JSON Schema that the language has a word for",
        "nothing",
      );
    }
  }
}

const unsayable = new Set([
  "not",
  "if",
  "propertyNames",
  "minProperties",
  "maxProperties",
  "dependentRequired",
  "dependentSchemas",
  "dependencies",
  "contains",
  "unevaluatedProperties",
  "unevaluatedItems",
  "$dynamicRef",
  "$recursiveRef",
]);

/** Read elsewhere, or without a meaning of their own. */
const known = new Set([
  ...annotations,
  ...Object.values(keywordsOf).flat(),
  "type",
  "enum",
  "const",
  "nullable",
  "anyOf",
  "oneOf",
  "then",
  "else",
  "minContains",
  "maxContains",
  "additionalItems",
  "id",
  "$anchor",
  "$dynamicAnchor",
  "$recursiveAnchor",
  "$vocabulary",
  "$ref",
]);
