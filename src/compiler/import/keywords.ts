import type { KeywordSet } from "../json-schema/keyword-set.ts";
import { limitKeywords } from "../json-schema/keyword-set.ts";
import { treatmentOf } from "../json-schema/vocabulary.ts";
import { loseAt, type Reading, widen } from "./reading.ts";

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

/** The types that keywords imply where `type` is absent. */
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

/** Keywords that assert what no type of ours expresses, those with a value of the wrong form, and unknown ones. */
export function reportLost(reading: Reading, set: KeywordSet): void {
  for (const [keyword, { schema }] of set.sources) {
    const value = schema[keyword];
    if (inexpressible.has(keyword)) {
      if (keyword.startsWith("unevaluated") && value === true) continue;
      widen(reading, set, keyword, "the language has no word for it", "nothing");
    } else if (unknown.has(keyword) || (keyword !== "id" && treatmentOf(keyword) === undefined)) {
      const why = "it is not a keyword that the language knows";
      loseAt(reading, set, keyword, "dropped", why, "nothing");
    } else if (isMalformed(keyword, value)) {
      widen(reading, set, keyword, "its value has the wrong form", "nothing");
    }
  }
}

const inexpressible = new Set([
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

/** Unknown to the language, though not to JSON Schema. */
const unknown = new Set(["contentEncoding", "contentMediaType", "contentSchema", "readOnly", "writeOnly"]);

const texts = new Set(["pattern", "format"]);
const numbers = new Set<string>([...limitKeywords, "minimum", "maximum"]);
const bounds = new Set(["exclusiveMinimum", "exclusiveMaximum"]);

function isMalformed(keyword: string, value: unknown): boolean {
  if (texts.has(keyword)) return typeof value !== "string";
  if (numbers.has(keyword)) return typeof value !== "number" || (keyword === "multipleOf" && value <= 0);
  return bounds.has(keyword) && typeof value !== "number" && typeof value !== "boolean";
}
