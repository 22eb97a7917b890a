import fc from "fast-check";
import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json.ts";
import { mutate } from "./mutate-schema.ts";

// Random JSON Schemas as any server may publish them: every keyword of 2020-12, draft 07's spellings, references, typeless
// schemas, contradictions. Small alphabets, so that keywords meet each other.

/** A schema document whose references lead to its own `$defs`. */
export type ForeignSchema = JsonObject | boolean;

const propertyNames = ["a", "b", "c", "x1", "hasOwnProperty"];
const name = fc.constantFrom(...propertyNames);
const pattern = fc.constantFrom("^[a-z]+$", "^a", "\\d", "^(x|y)\\w*$", "b$", "^.{2,3}$", "^\\S+$");
const size = fc.integer({ min: 0, max: 3 });
const bound = fc.constantFrom(-2, -0.5, 0, 1, 1.5, 2, 3, 10);

/** Values from which enums, constants and samples are made. */
export const smallValue: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, 1, 2, 1.5, -1, 3, 10, "", "a", "b", "ab", "x1", "a1", "😀", "2026-01-31"),
  fc.constantFrom<Json>([], [1], [1, 1], ["a"], ["a", 1], {}, { a: 1 }, { b: "a" }, { a: 1, b: 2 }, { x1: null }),
);

function some(model: { readonly [keyword: string]: fc.Arbitrary<unknown> }): fc.Arbitrary<JsonObject> {
  const keys = Object.keys(model);
  return fc
    .tuple(fc.record(model), fc.subarray(keys, { maxLength: 3 }))
    .map(([all, kept]) => Object.fromEntries(Object.entries(all).filter(([key]) => kept.includes(key))) as JsonObject); // made of JSON
}

const stringKeywords = some({
  minLength: size,
  maxLength: fc.integer({ min: 0, max: 5 }),
  pattern,
  format: fc.constantFrom("date", "uuid", "ipv4", "unheard-of"),
  contentEncoding: fc.constant("base64"),
});
const numberKeywords = some({
  minimum: bound,
  maximum: bound,
  exclusiveMinimum: bound,
  exclusiveMaximum: bound,
  multipleOf: fc.constantFrom(1, 2, 3, 6, 0.5),
});

const tree = {
  type: "object",
  properties: { value: { type: "integer" }, next: { $ref: "#/$defs/Tree" } },
  required: ["value"],
};
const definitions = {
  Tree: tree,
  Word: { type: "string", minLength: 1 },
  Named: { $anchor: "named", type: ["integer", "null"] },
  Root: { type: "object", properties: { a: { $ref: "#" } } },
};
const reference = fc.constantFrom(
  "#/$defs/Tree",
  "#/$defs/Word",
  "#named",
  "#/$defs/Root",
  "#/$defs/Tree/properties/value",
);

const parts = fc.letrec<{ schema: ForeignSchema; keywords: JsonObject; object: JsonObject }>((tie) => {
  const schema = tie("schema");
  const list = fc.array(schema, { minLength: 1, maxLength: 3 });
  const map = fc.dictionary(name, schema, { maxKeys: 3 });
  const patterns = fc.dictionary(pattern, schema, { minKeys: 1, maxKeys: 2 });
  const names = fc.uniqueArray(name, { maxLength: 2 });
  const arrays = some({
    items: schema,
    prefixItems: list,
    contains: schema,
    minContains: size,
    maxContains: size,
    minItems: size,
    maxItems: size,
    uniqueItems: fc.boolean(),
    unevaluatedItems: fc.oneof(fc.constant(false), schema),
  });
  const objects = some({
    properties: map,
    required: names,
    additionalProperties: fc.oneof(fc.constant(false), schema),
    patternProperties: patterns,
    propertyNames: fc.oneof(schema, fc.record({ pattern })),
    minProperties: size,
    maxProperties: size,
    dependentRequired: fc.dictionary(name, names, { maxKeys: 2 }),
    dependentSchemas: fc.dictionary(name, schema, { maxKeys: 2 }),
    dependencies: fc.dictionary(name, fc.oneof(names, schema), { maxKeys: 2 }),
    unevaluatedProperties: fc.oneof(fc.constant(false), schema),
  });
  const plainObject = fc.record({
    type: fc.constant("object"),
    properties: map,
    required: names,
    additionalProperties: fc.oneof({ arbitrary: fc.constant(false), weight: 2 }, fc.constant(true), schema),
  });
  const combined = some({
    anyOf: list,
    oneOf: list,
    allOf: list,
    not: schema,
    if: schema,
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: schema,
    else: schema,
  });
  const type = fc.constantFrom("string", "number", "integer", "boolean", "null", "array", "object");
  const types = fc.oneof({ arbitrary: type, weight: 3 }, fc.uniqueArray(type, { minLength: 1, maxLength: 2 }));
  const typed = (kind: string, keywords: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> =>
    keywords.map((all) => ({ type: kind, ...all }));
  const merged = fc.tuple(types, fc.oneof(stringKeywords, numberKeywords, arrays, objects), combined);
  return {
    object: fc.oneof({ depthSize: "small" }, plainObject, typed("object", objects)),
    keywords: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      typed("string", stringKeywords),
      typed("number", numberKeywords),
      typed("integer", numberKeywords),
      fc.record({ type: types }),
      fc.record({ enum: fc.uniqueArray(smallValue, { minLength: 1, maxLength: 4, comparator: (a, b) => same(a, b) }) }),
      fc.record({ const: smallValue }),
      fc.record({ $ref: reference }),
      stringKeywords,
      numberKeywords,
      typed("array", arrays),
      arrays,
      plainObject,
      typed("object", objects),
      objects,
      combined,
      fc.record({ anyOf: fc.tuple(schema, fc.constant({ type: "null" })) }) as fc.Arbitrary<JsonObject>, // made of JSON
      merged.map(([own, keywords, more]) => ({ type: own, ...keywords, ...more })),
    ) as fc.Arbitrary<JsonObject>, // every part is made of JSON
    schema: fc.oneof({ arbitrary: tie("keywords"), weight: 12 }, fc.boolean()),
  };
});

function same(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function rooted(schema: ForeignSchema): ForeignSchema {
  return isJsonObject(schema) ? { ...schema, $defs: definitions } : schema;
}

/** Any schema. */
export const foreignSchema: fc.Arbitrary<ForeignSchema> = parts.schema.map(rooted);

/** A schema of arguments or results: an object at the root. */
export const foreignObject: fc.Arbitrary<ForeignSchema> = parts.object.map(rooted);

/** A schema and what one to three edits made of it. */
export const mutatedPair: fc.Arbitrary<readonly [ForeignSchema, ForeignSchema]> = fc
  .tuple(
    fc.oneof(foreignSchema, foreignObject),
    fc.array(fc.tuple(fc.nat(), fc.nat(), parts.schema), { minLength: 1, maxLength: 3 }),
  )
  .map(([schema, edits]) => [
    schema,
    rooted(edits.reduce((edited, [place, kind, fresh]) => mutate(edited, place, kind, fresh), schema)),
  ]);
