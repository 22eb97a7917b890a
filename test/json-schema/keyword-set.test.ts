import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isBare, type KeywordSet, type Part } from "../../src/compiler/json-schema/keyword-set.ts";
import { mergeAllOf } from "../../src/compiler/json-schema/merge-all-of.ts";
import { readKeywordSet } from "../../src/compiler/json-schema/read-keyword-set.ts";
import { compileCheck } from "../../src/compiler/schema/validate.ts";
import type { Json, JsonObject } from "../../src/contract/json.ts";

/** What a set holds, without what is empty; parts as the schemas they are. */
function shown(set: KeywordSet): JsonObject {
  const { at: _at, sources: _sources, low, high, ...fields } = set;
  const entries = Object.entries(fields).map(([name, value]) => [name, shownValue(value)] as const);
  const bounds = [["low", low] as const, ["high", high] as const].map(([name, { value, exclusive }]) => [
    name,
    Number.isFinite(value) ? `${value}${exclusive ? " excluded" : ""}` : {},
  ]);
  return Object.fromEntries(
    [...bounds, ...entries].filter(([, value]) => !["{}", "[]"].includes(JSON.stringify(value))),
  );
}

function shownValue(value: unknown): Json {
  if (value instanceof Map) return Object.fromEntries([...value].map(([name, one]) => [name, shownValue(one)]));
  if (Array.isArray(value)) return value.map(shownValue);
  if (isPart(value))
    return value.and === undefined ? (value.schema as Json) : [shownValue(value.and), value.schema as Json];
  return value as Json; // what is left was read from JSON
}

function isPart(value: unknown): value is Part {
  return typeof value === "object" && value !== null && "schema" in value && "at" in value;
}

describe("keywords of every draft in one spelling", () => {
  test.each<readonly [what: string, schema: Json, set: JsonObject]>([
    ["true and false", false, { types: [] }],
    ["draft 04: an exclusive bound", { minimum: 1, exclusiveMinimum: true }, { low: "1 excluded" }],
    ["both bounds: the narrower one", { minimum: 1, exclusiveMinimum: 0, maximum: 5 }, { low: "1", high: "5" }],
    ["draft 07: a tuple", { items: [true, {}], additionalItems: false }, { prefixItems: [true, {}], items: false }],
    [
      "2020-12: a tuple",
      { prefixItems: [true], items: { type: "null" } },
      { prefixItems: [true], items: { type: "null" } },
    ],
    [
      "draft 07: dependencies",
      { dependencies: { a: ["b"], c: { required: ["d"] } } },
      { dependentRequired: { a: ["b"] }, dependentSchemas: { c: { required: ["d"] } } },
    ],
    ["OpenAPI: nullable beside a type", { type: "string", nullable: true }, { types: ["string", "null"] }],
    ["integers that are numbers too", { type: ["integer", "number"] }, { types: ["number"] }],
    ["const as one value of its enum", { const: 1, enum: [1, 2] }, { values: [1], constant: true }],
    ["a const outside of its enum", { const: 3, enum: [1, 2] }, { values: [], constant: true }],
    [
      "wrong forms count as absent",
      { type: "strin", minLength: "1", anyOf: [], required: 1, items: 5, multipleOf: 0, pattern: {} },
      {},
    ],
  ])("%s", (_, schema, set) => {
    expect(shown(readKeywordSet(schema, "/x"))).toEqual(
      // An empty list of types or values is an assertion.
      Object.fromEntries(Object.entries(set).filter(([, value]) => JSON.stringify(value) !== "[]")),
    );
  });

  test("parts know their place", () => {
    const set = readKeywordSet({ properties: { "a/b": {} }, anyOf: [{}], dependencies: { x: {} } }, "/x");
    const parts = [...set.properties.values(), ...(set.anyOf ?? []), ...set.dependentSchemas.values()];
    expect(parts.map(({ at }) => at)).toEqual(["/x/properties/a~1b", "/x/anyOf/0", "/x/dependencies/x"]);
  });
});

function merge(a: Json, b: Json) {
  return mergeAllOf(readKeywordSet(a, "/a"), readKeywordSet(b, "/b"));
}

describe("two schemas that must both hold, as one", () => {
  test.each<readonly [what: string, a: Json, b: Json, set: JsonObject]>([
    ["types that both allow", { type: ["number", "null"] }, { type: ["integer", "string"] }, { types: ["integer"] }],
    ["values that both allow", { enum: [1, 2] }, { enum: [2, 3] }, { values: [2] }],
    [
      "the narrower limits",
      { minLength: 1, maximum: 9 },
      { minLength: 3, maximum: 5 },
      { high: "5", limits: { minLength: 3 } },
    ],
    ["the least common multiple", { multipleOf: 0.4 }, { multipleOf: 0.6 }, { limits: { multipleOf: 1.2 } }],
    [
      "what one side says of properties that only the other names",
      { properties: { a: { type: "string" } }, additionalProperties: false },
      { properties: { b: {} } },
      { properties: { a: { type: "string" }, b: false }, additional: false },
    ],
    [
      "equal keywords",
      { pattern: "x", anyOf: [{ type: "null" }] },
      { pattern: "x", anyOf: [{ type: "null" }] },
      { pattern: "x", anyOf: [{ type: "null" }] },
    ],
  ])("%s", (_, a, b, expected) => {
    const { set, clashes } = merge(a, b);
    expect([shown(set), clashes]).toEqual([expected, []]);
  });

  test.each<readonly [keyword: string, a: Json, b: Json]>([
    ["pattern", { pattern: "a" }, { pattern: "b" }],
    ["anyOf", { anyOf: [{ type: "string" }] }, { anyOf: [{ type: "null" }] }],
    ["if", { if: {}, else: {} }, { if: {}, else: false }],
    ["prefixItems", { items: {} }, { prefixItems: [true] }],
    ["patternProperties", { patternProperties: { x: {} }, additionalProperties: false }, { properties: { a: {} } }],
    ["unevaluatedProperties", { unevaluatedProperties: false }, { properties: { a: {} } }],
  ])("not without loss: %s", (keyword, a, b) => {
    expect(merge(a, b).clashes.map((clash) => clash.keyword)).toEqual([keyword]);
  });

  const scalar = fc.constantFrom<Json>(null, true, 0, 1, 2.5, "", "a", "abc");
  const some = fc.record(
    {
      type: fc.uniqueArray(fc.constantFrom("null", "integer", "number", "string", "object"), {
        minLength: 3,
        maxLength: 5,
      }),
      enum: fc.uniqueArray(scalar, { minLength: 6 }),
      minimum: fc.integer({ min: -1, max: 2 }),
      exclusiveMaximum: fc.integer({ min: 0, max: 3 }),
      maxLength: fc.nat({ max: 3 }),
      required: fc.uniqueArray(fc.constantFrom("a", "b"), { maxLength: 2 }),
      maxProperties: fc.nat({ max: 2 }),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<JsonObject>; // a record of JSON without required keys is a JSON object
  const value = fc.oneof(scalar, fc.dictionary(fc.constantFrom("a", "b", "c"), scalar, { maxKeys: 3 }));

  test("a value fits the merged set if and only if it fits both", () => {
    const verdicts = { yes: 0, no: 0 };
    fc.assert(
      fc.property(some, some, value, (a, b, given) => {
        const { set, clashes } = merge(a, b);
        expect(clashes).toEqual([]);
        const expected = compileCheck(a)(given) && compileCheck(b)(given);
        verdicts[expected ? "yes" : "no"]++;
        expect(compileCheck(printed(set))(given)).toBe(expected);
      }),
      { numRuns: 500 },
    );
    // A law about nothing would hold as well.
    expect(Math.min(verdicts.yes, verdicts.no)).toBeGreaterThan(20);
  });

  function printed({ types, values, low, high, limits, required }: KeywordSet): JsonObject {
    return JSON.parse(
      JSON.stringify({
        type: types,
        enum: values,
        [low.exclusive ? "exclusiveMinimum" : "minimum"]: Number.isFinite(low.value) ? low.value : undefined,
        [high.exclusive ? "exclusiveMaximum" : "maximum"]: Number.isFinite(high.value) ? high.value : undefined,
        ...limits,
        required,
      }),
    ) as JsonObject; // it was made of JSON
  }
});

test("what asserts nothing is bare", () => {
  const bare = [{}, true, { title: "x", default: 1 }, { required: [] }].map((schema) =>
    isBare(readKeywordSet(schema, "")),
  );
  const asserting = [false, { enum: [] }, { minimum: 0 }, { not: {} }].map((schema) =>
    isBare(readKeywordSet(schema, "")),
  );
  expect([bare, asserting]).toEqual([bare.map(() => true), asserting.map(() => false)]);
});
