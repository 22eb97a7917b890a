import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileCheck } from "../../src/compiler/schema/validate.ts";
import { type Cut, truncateValue } from "../../src/contract/cut-value.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json.ts";
import { pathKeys } from "../../src/contract/json-pointer.ts";
import type { JsonSchema } from "../../src/contract/json-schema.ts";
import { utf8Length } from "../../src/contract/utf8.ts";

const text: fc.Arbitrary<JsonSchema> = fc.constantFrom<JsonSchema>(
  { type: "string" },
  { type: "string", minLength: 3, maxLength: 2_000 },
  { type: ["string", "null"], pattern: "\\S" },
  { type: "string", pattern: "^a+$" },
  { type: "string", format: "uri" },
  { enum: ["one", "two"] },
);

const schemas = fc.letrec<{ any: JsonSchema; object: JsonSchema }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    text,
    fc.constant<JsonSchema>({ type: "integer" }),
    fc.constant<JsonSchema>({}),
    fc.constant<JsonSchema>({ $ref: "#/$defs/Tree" }),
    fc
      .record({ items: tie("any"), minItems: fc.integer({ min: 0, max: 3 }) })
      .map(({ items, minItems }): JsonSchema => ({ type: "array", items, minItems })),
    tie("object"),
    fc.constant<JsonSchema>({
      anyOf: [
        {
          type: "object",
          properties: { kind: { const: "a" }, words: { type: "array", items: { type: "string" } } },
          required: ["kind", "words"],
        },
        {
          type: "object",
          properties: { kind: { const: "b" }, id: { type: "string", minLength: 600 } },
          required: ["kind", "id"],
        },
        { type: "null" },
      ],
    }),
  ),
  object: fc
    .record({
      fields: fc.dictionary(fc.constantFrom("a", "b", "c", "__proto__", "items"), tie("any"), { maxKeys: 3 }),
      rest: fc.option(tie("any"), { nil: undefined }),
    })
    .map(
      ({ fields, rest }): JsonSchema => ({
        type: "object",
        properties: fields,
        required: Object.keys(fields),
        ...(rest === undefined ? {} : { additionalProperties: rest }),
      }),
    ),
}));

const tree: JsonSchema = {
  type: "object",
  properties: { words: { type: "string" }, below: { type: "array", items: { $ref: "#/$defs/Tree" } } },
  required: ["words", "below"],
};

const words = fc
  .tuple(fc.constantFrom("x", "ä", "😀", '"', "\\", "\n", "ab c"), fc.integer({ min: 0, max: 400 }))
  .map(([part, times]) => part.repeat(times));

/** Values that fit, of a size that has to be cut. */
function valuesOf(schema: JsonSchema, depth = 0): fc.Arbitrary<Json> {
  if (schema.$ref !== undefined) {
    const below = depth > 3 ? fc.constant([]) : fc.array(valuesOf(schema, depth + 1), { maxLength: 3 });
    return fc.record({ words, below });
  }
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((option) => valuesOf(option, depth + 1)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch ([schema.type].flat()[0]) {
    case "string":
      return stringOf(schema);
    case "integer":
      return fc.integer();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(valuesOf(schema.items ?? {}, depth + 1), { minLength: schema.minItems ?? 0, maxLength: 12 });
    case "object":
      return objectOf(schema, depth);
    default:
      return fc.oneof(
        words,
        fc.array(words, { maxLength: 6 }),
        fc.dictionary(fc.string(), fc.integer(), { maxKeys: 4 }),
      );
  }
}

function stringOf({ pattern, format, minLength = 0, maxLength }: JsonSchema): fc.Arbitrary<Json> {
  if (pattern === "^a+$") return fc.integer({ min: 1, max: 900 }).map((times) => "a".repeat(times));
  if (pattern !== undefined) return words.map((one) => `x${one}`);
  if (format !== undefined) return fc.integer({ min: 1, max: 900 }).map((times) => `urn:${"a".repeat(times)}`);
  return words.map((one) => [..."abc".repeat(minLength), ...one].slice(0, maxLength).join(""));
}

function objectOf({ properties = {}, additionalProperties }: JsonSchema, depth: number): fc.Arbitrary<JsonObject> {
  const fields = fc.tuple(
    ...Object.entries(properties).map(([key, part]) => valuesOf(part, depth + 1).map((value) => [key, value] as const)),
  );
  const rest =
    typeof additionalProperties === "object" && depth < 1
      ? fc.dictionary(fc.string({ minLength: 2 }), valuesOf(additionalProperties, depth + 1), { maxKeys: 40 })
      : fc.constant<JsonObject>({});
  return fc.tuple(rest, fields).map(([others, own]) => Object.fromEntries([...Object.entries(others), ...own]));
}

const cases = schemas.object.chain((object) => {
  const schema: JsonSchema = { ...object, $defs: { Tree: tree } };
  return fc.record({
    schema: fc.constant(schema),
    value: objectOf({ ...schema, properties: { ...object.properties } }, 0),
    budget: fc.integer({ min: 50, max: 6_000 }),
  });
});

const once = utf8Length;
const twice = (json: string) => 2 * utf8Length(json) + (json.match(/["\\]/g)?.length ?? 0);

function partAt(value: Json, path: string): Json | undefined {
  return pathKeys(path).reduce<Json | undefined>((part, key) => {
    if (Array.isArray(part)) return part[Number(key)];
    return isJsonObject(part) && Object.hasOwn(part, key) ? part[key] : undefined;
  }, value);
}

function countOf(part: Json | undefined, { unit }: Cut): number {
  if (unit === "items") return Array.isArray(part) ? part.length : Number.NaN;
  if (unit === "entries") return isJsonObject(part) ? Object.keys(part).length : Number.NaN;
  return typeof part === "string" ? part.length - 1 : Number.NaN;
}

/**
 * What holds of every cut.
 * @param seed always the same cases, for cutters that must be found out
 */
function checkLaw(cutter: typeof truncateValue, seed?: number): void {
  fc.assert(
    fc.property(cases, fc.boolean(), ({ schema, value, budget }, isTwice) => {
      const cost = isTwice ? twice : once;
      const check = compileCheck(schema);
      fc.pre(check(value));
      const before = JSON.stringify(value);
      const cut = cutter(value, { schema, budget, cost });
      expect(cut.cost).toBe(cost(JSON.stringify(cut.value)));
      expect(check(cut.value)).toBe(true);
      expect(JSON.stringify(value)).toBe(before);
      expect(cutter(value, { schema, budget, cost })).toEqual(cut);
      if (cost(before) <= budget) expect(cut).toEqual({ value, cost: cost(before), cuts: [] });
      else expect(cut.cost).toBeLessThanOrEqual(cost(before));
      expect(cut.cuts.length > 0).toBe(JSON.stringify(cut.value) !== before);
      for (const one of cut.cuts.filter(({ unit }) => unit !== "entries")) {
        expect(countOf(partAt(cut.value, one.path), one)).toBe(one.shown);
        expect(one.shown).toBeLessThan(one.total);
      }
    }),
    { numRuns: 60, ...(seed === undefined ? {} : { seed, endOnFailure: true }) },
  );
}

describe("a value that is cut", () => {
  test("costs what was said, still fits its schema, and reports every cut correctly", () => checkLaw(truncateValue));

  test.each<readonly [string, typeof truncateValue]>([
    ["that does not ask the schema", (value, options) => truncateValue(value, { ...options, schema: {} })],
    ["that keeps one of its cuts to itself", (value, options) => ({ ...truncateValue(value, options), cuts: [] })],
    ["that says a wrong price", (value, options) => ({ ...truncateValue(value, options), cost: 0 })],
  ])("the law finds a cutter %s", (_, broken) => {
    expect(() => checkLaw(broken, 7)).toThrow();
  });

  test("what can be cut to fit, is: lists of texts of any lengths", () => {
    const schema: JsonSchema = {
      type: "object",
      properties: {
        items: {
          type: "array",
          items: { type: "object", properties: { words: { type: "string" } }, required: ["words"] },
        },
        more: { type: "string" },
      },
      required: ["items", "more"],
    };
    fc.assert(
      fc.property(
        fc.array(words, { minLength: 1, maxLength: 60 }),
        words,
        fc.integer({ min: 2_000, max: 9_000 }),
        (texts, more, budget) => {
          const value = { items: texts.map((one) => ({ words: one })), more };
          const cut = truncateValue(value, { schema, budget, cost: once });
          expect(cut.cost).toBeLessThanOrEqual(budget);
          const { items } = cut.value;
          expect(Array.isArray(items) && items.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 150 },
    );
  });
});

test("the longest lose most, and short ones nothing", () => {
  const schema: JsonSchema = { type: "object" };
  const value = { id: "7", title: "t".repeat(150), body: "b".repeat(9_000), log: "l".repeat(20_000) };
  const { value: cut, cuts } = truncateValue(value, { schema, budget: 8_000, cost: once });
  expect(cut).toMatchObject({ id: "7", title: value.title });
  expect(cuts).toEqual([
    { path: "/body", unit: "characters", shown: 3901, total: 9_000 },
    { path: "/log", unit: "characters", shown: 3901, total: 20_000 },
  ]);
});

test("one giant among small items loses its end, not the items behind it", () => {
  const schema: JsonSchema = { type: "object", properties: { items: { type: "array", items: { type: "string" } } } };
  const items = Array.from({ length: 40 }, (_, at) => (at === 3 ? "g".repeat(50_000) : `item ${at}`));
  const { value, cuts } = truncateValue({ items }, { schema, budget: 4_000, cost: once });
  expect(cuts).toEqual([{ path: "/items/3", unit: "characters", shown: expect.any(Number), total: 50_000 }]);
  expect(value.items).toHaveLength(40);
});

test("a table loses its last entries", () => {
  const schema: JsonSchema = { type: "object", additionalProperties: { type: "integer" } };
  const table = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`day ${at}`, at]));
  const { value, cuts } = truncateValue(table, { schema, budget: 1_000, cost: once });
  expect(cuts).toEqual([{ path: "", unit: "entries", shown: Object.keys(value).length, total: 1_000 }]);
  expect(Object.keys(value).slice(0, 2)).toEqual(["day 0", "day 1"]);
  expect(Object.keys(value).length).toBeGreaterThan(50);
});
