import fc from "fast-check";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import type { JsonSchema } from "../../src/contract/json-schema.ts";

const maxOptional = 5;

/**
 * Arguments for a published schema: about half of them keep it, the others differ in one or two places, or carry what
 * normalising corrects (white space, letter case, an unknown name).
 */
export function argumentsOf(schema: JsonSchema): fc.Arbitrary<JsonObject> {
  const properties = Object.entries(schema.properties ?? {});
  const required = schema.required ?? [];
  const optional = properties.map(([name]) => name).filter((name) => !required.includes(name));
  const values = Object.fromEntries(properties.map(([name, child]) => [name, valueFor(child)]));
  // Few at a time, as callers give them: rules between params refuse nearly every call that gives many.
  const kept = fc
    .tuple(
      fc.record(values, { noNullPrototype: true }),
      fc.subarray(optional, { maxLength: Math.min(optional.length, maxOptional) }),
    )
    .map(([given, chosen]) =>
      Object.fromEntries(Object.entries(given).filter(([name]) => required.includes(name) || chosen.includes(name))),
    );
  const spoiled = fc
    .tuple(
      kept,
      fc.array(
        fc.tuple(fc.constantFrom(...properties.map(([name]) => name), "other", "__proto__", "toString"), anyValue),
        {
          minLength: 1,
          maxLength: 2,
        },
      ),
      fc.option(fc.constantFrom(...required, "other")),
    )
    .map(([given, others, missing]) => {
      const entries = [...Object.entries(given), ...others].filter(([name]) => name !== missing);
      // Parsing defines keys, so one named __proto__ stays a key.
      return JSON.parse(
        `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`,
      );
    });
  return fc.oneof(kept, spoiled) as fc.Arbitrary<JsonObject>;
}

const anyValue: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    "",
    " ",
    "a",
    " a ",
    "MID",
    " Start ",
    "H",
    "TODO",
    "project",
    "project/x/",
    "a/b",
    "uri:x",
    "x".repeat(600),
  ),
  fc.constantFrom<Json>("2026-01-31T12:00:00Z", "2023-02-29T00:00:00Z", "2026-01-31", "not a time"),
  fc.constantFrom<Json>(
    null,
    true,
    false,
    0,
    0.5,
    1,
    1.5,
    3.0,
    50,
    101,
    -1,
    1e300,
    [],
    {},
    [1],
    { a: [1] },
    ["a", " b "],
    [""],
  ),
);

/** A value that keeps a schema, as far as this can decide; patterns are tried from a stock of texts. */
function valueFor(schema: JsonSchema): fc.Arbitrary<Json> {
  if (schema.enum !== undefined) return fc.constantFrom(...(schema.enum as readonly Json[]));
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(valueFor));
  switch (schema.type) {
    case "string":
      return textOf(schema);
    case "integer":
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 });
    case "number":
      return fc.oneof(
        fc.integer({ min: Math.ceil(schema.minimum ?? -300), max: Math.floor(schema.maximum ?? 300) }),
        fc.double({ min: schema.minimum ?? -300, max: schema.maximum ?? 300, noNaN: true }),
      );
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(valueFor(schema.items as JsonSchema), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      });
    case "object":
      return argumentsOf(schema);
    default:
      return anyValue;
  }
}

const stock = [
  "a",
  "a b",
  "Atlas",
  "3f2a",
  "words of a text",
  "ünïcode ☃",
  "x\ny",
  "project/atlas",
  "uri:x",
  "event, claim",
  "human",
];

function textOf(schema: JsonSchema): fc.Arbitrary<string> {
  if (schema.format === "date-time") return fc.constantFrom("2026-01-31T12:00:00Z", "2026-01-31t12:00:00.123+02:00");
  const texts = [...stock, `${"A".repeat(86)}==`, ""].filter(
    (text) =>
      (schema.pattern === undefined || new RegExp(schema.pattern, "u").test(text)) &&
      text.length >= (schema.minLength ?? 0) &&
      text.length <= (schema.maxLength ?? Number.POSITIVE_INFINITY),
  );
  return fc.constantFrom(...texts).chain((text) => fc.constantFrom(text, text, text, ` ${text} `));
}
