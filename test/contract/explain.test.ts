import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileCheck } from "../../src/compiler/schema/validate.ts";
import { explain } from "../../src/contract/explain.ts";
import type { JsonSchema, JsonType } from "../../src/contract/json-schema.ts";
import { limits } from "../../src/contract/limits.ts";

/** Each violation on a line: `path | expected | found | near miss`. */
function lines(schema: JsonSchema, value: unknown): readonly string[] {
  return explain(schema, value).map(({ path, expected, found, nearMiss }) =>
    [path, expected, found, ...(nearMiss === undefined ? [] : [nearMiss])].join(" | "),
  );
}

describe("wording", () => {
  test.each<[JsonSchema, unknown, string]>([
    [{ type: "integer", minimum: 1, maximum: 10 }, 11, " | an integer from 1 to 10 | 11"],
    [{ type: "integer" }, 1.5, " | an integer | 1.5"],
    [{ type: "number", exclusiveMinimum: 0, maximum: 1 }, 0, " | a number above 0 and at most 1 | 0"],
    [{ type: "number", multipleOf: 0.5 }, 0.7, " | a number, a multiple of 0.5 | 0.7"],
    [{ type: "string", minLength: 2, maxLength: 3 }, "😀", ' | a text of 2 to 3 characters | the text "😀"'],
    [{ type: "string", pattern: "\\S", minLength: 1 }, "", " | a text that is not blank | an empty text"],
    [{ type: "string", pattern: "^a+$" }, "b\n", ' | a text matching ^a+$ | the text "b\\n"'],
    [{ type: "string", maxLength: 3 }, "x".repeat(99), " | a text of at most 3 characters | a text of 99 characters"],
    [
      { type: "string", format: "date" },
      "today",
      ' | a text in the format date, such as 2026-01-31 | the text "today"',
    ],
    [{ type: "boolean" }, "true", ' | true or false | the text "true"'],
    [{ type: "string", enum: ["short", "mid", "long"] }, "lnog", ' | one of short, mid, long | the text "lnog" | long'],
    [{ type: ["string", "null"] }, 1, " | a text or null | 1"],
    [{ const: "v1" }, "v2", ' | v1 | the text "v2"'],
    [
      { type: "array", items: { type: "string" }, minItems: 1 },
      [],
      " | a list of at least 1 item, each a text | a list of 0 items",
    ],
    [
      { type: "array", uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      " | a list, all different | a list of 2 items",
    ],
    [{ type: "object" }, null, " | an object | null"],
    [{ anyOf: [{ type: "string" }, { type: "array" }] }, 5, " | a text or a list | 5"],
  ])("%j refuses %j", (schema, value, expected) => {
    expect(lines(schema, value)).toEqual([expected]);
  });

  test("every violation is named at once, each at its place", () => {
    const schema: JsonSchema = {
      type: "object",
      properties: {
        a: { type: "integer" },
        "x/y": { type: "array", items: { type: "string" } },
        c: { type: "string" },
      },
      required: ["c"],
      additionalProperties: false,
    };
    expect(lines(schema, { a: "1", "x/y": ["", 2, 3], colour: 1, bb: 2 })).toEqual([
      "/c | a text | nothing",
      '/a | an integer | the text "1"',
      "/x~1y/1 | a text | 2",
      "/x~1y/2 | a text | 3",
      "/colour | a known name | an unknown name",
      "/bb | a known name | an unknown name",
    ]);
  });

  test("an author reads which names are known, the first ten of many", () => {
    const known = (count: number): JsonSchema => ({
      type: "object",
      properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index + 1}`, {}])),
      additionalProperties: false,
    });
    const expected = (schema: JsonSchema) =>
      explain(schema, { colour: 1 }, { namesKnown: true }).map((one) => one.expected);
    expect(expected(known(10))).toEqual(["a known name (p1, p2, p3, p4, p5, p6, p7, p8, p9, p10)"]);
    expect(expected(known(11))).toEqual(["a known name (p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, … 11 in all)"]);
    expect(expected(known(0))).toEqual(["no name"]);
    expect(expected({ type: "object", propertyNames: { pattern: "^x_" } })).toEqual(["a known name"]);
  });

  test("of a union the option that was meant is explained", () => {
    const option = (kind: string, extra: JsonSchema): JsonSchema => ({
      type: "object",
      properties: { kind: { type: "string", enum: [kind] }, size: extra },
      required: ["kind", "size"],
    });
    const schema: JsonSchema = {
      anyOf: [option("box", { type: "integer" }), option("bag", { type: "string" }), { type: "integer" }],
    };
    expect(lines(schema, { kind: "bag", size: 3 })).toEqual(["/size | a text | 3"]);
    expect(lines(schema, 1.5)).toEqual([" | an integer | 1.5"]);
    expect(lines(schema, { kind: "boxx", size: 3 })).toEqual(['/kind | one of box, bag | the text "boxx" | box']);
    expect(lines(schema, { size: 3 })).toEqual(["/kind | one of box, bag | nothing"]);
    expect(lines({ anyOf: [...(schema.anyOf ?? []), { type: "object" }] }, { kind: "bag", size: 3 })).toEqual([]);
    const loose = { anyOf: [option("box", {}), { type: "object" as const, required: ["size"] }] };
    expect(lines(loose, { kind: "tin" })).toEqual(["/size | a value | nothing"]);
  });

  test("of alternatives that members decide, the members are named", () => {
    const needs = (...required: string[]): JsonSchema => ({ required });
    const oneOf: JsonSchema = { type: "object", oneOf: [needs("a"), needs("b", "c")] };
    expect(lines(oneOf, {})).toEqual([" | exactly one of 'a', 'b' with 'c' | none of them"]);
    expect(lines(oneOf, { a: 1, b: 1, c: 1 })).toEqual([" | exactly one of 'a', 'b' with 'c' | 2 of them"]);
    const anyOf: JsonSchema = {
      properties: { at: { anyOf: [needs("a"), { $ref: "#/$defs/B" }] } },
      $defs: { B: needs("b") },
    };
    expect(lines(anyOf, { at: {} })).toEqual(["/at | at least one of 'a', 'b' | none of them"]);
    // Something else decides: the type of a member, or what none of them names.
    const typed: JsonSchema = { ...needs("a"), properties: { a: { type: "string" } } };
    expect(lines({ type: "object", anyOf: [typed, needs("b")] }, { a: 1 })).toEqual([" | a value | an object"]);
    expect(lines({ oneOf: [needs("a"), {}] }, { a: 1 })).toEqual([
      " | what exactly one of the alternatives takes | an object",
    ]);
  });

  test("a secret is never quoted, nor guessed at", () => {
    const schema: JsonSchema = { type: "object", properties: { pin: { type: "string", enum: ["1234"] } } };
    expect(explain(schema, { pin: "1235" }, { isSensitive: (path) => path === "/pin" })).toEqual([
      { path: "/pin", expected: "1234", found: "a text" },
    ]);
  });

  test("of a million wrong items a few are reported", () => {
    const schema: JsonSchema = { type: "array", items: { type: "string" } };
    expect(explain(schema, new Array(1_000_000).fill(1)).length).toBe(limits.violations + 1);
  });
});

describe("law: empty if and only if the compiled check accepts", () => {
  const names = fc.constantFrom("a", "b", "kind", "constructor", "__proto__", "toString");
  const texts = fc.constantFrom("", " ", "a", "ab", "abc", "😀", "x y", "2026-01-31", "kind");
  const numbers = fc.constantFrom(-1, -0, 0, 0.3, 1, 1.5, 2, 10, 1e21);
  const { schema: anySchema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
    schema: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.record(
        {
          type: fc.constantFrom<JsonType | readonly JsonType[]>("string", ["string", "null"]),
          minLength: fc.nat(3),
          maxLength: fc.nat(3),
          pattern: fc.constantFrom("\\S", "^a", "^[a-z ]*$"),
          format: fc.constantFrom("date", "uuid", "unheard-of"),
        },
        { requiredKeys: ["type"] },
      ),
      fc.record(
        {
          type: fc.constantFrom<JsonType | readonly JsonType[]>("integer", "number"),
          minimum: numbers,
          maximum: numbers,
          exclusiveMinimum: numbers,
          multipleOf: fc.constantFrom(0.1, 0.5, 1, 2),
        },
        { requiredKeys: ["type"] },
      ),
      fc.constant<JsonSchema>({ type: "boolean" }),
      fc.constant<JsonSchema>({}),
      fc.record({ enum: fc.array(fc.oneof(texts, numbers, fc.constant(null)), { minLength: 1, maxLength: 3 }) }),
      fc.record({ const: texts }),
      fc.record(
        {
          type: fc.constant<JsonType>("array"),
          items: tie("schema"),
          minItems: fc.nat(2),
          maxItems: fc.nat(2),
          uniqueItems: fc.boolean(),
        },
        { requiredKeys: ["type"] },
      ),
      fc.record(
        {
          type: fc.constantFrom<JsonType | readonly JsonType[]>("object", ["object", "null"]),
          properties: fc
            .array(fc.tuple(names, tie("schema")), { maxLength: 3 })
            .map((pairs) => Object.fromEntries(pairs)),
          required: fc.uniqueArray(names, { maxLength: 2 }),
          additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
        },
        { requiredKeys: ["type"] },
      ),
      fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    ),
  }));
  const { value: anyValue } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      texts,
      numbers,
      fc.constantFrom(null, true, false),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.array(fc.tuple(names, tie("value")), { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs)),
    ),
  }));

  test("for random schemas and values", () => {
    fc.assert(
      fc.property(anySchema, fc.array(anyValue, { minLength: 1, maxLength: 8 }), (schema, values) => {
        const check = compileCheck(schema);
        for (const value of values) {
          expect({ value, empty: explain(schema, value).length === 0 }).toEqual({ value, empty: check(value) });
        }
      }),
      { numRuns: 400 },
    );
  });

  test("for a recursive type", () => {
    const schema: JsonSchema = {
      $ref: "#/$defs/Node",
      $defs: {
        Node: {
          type: "object",
          properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#/$defs/Node" } } },
          required: ["name"],
          additionalProperties: false,
        },
      },
    };
    expect(lines(schema, { name: "a", children: [{ name: "b" }, { children: [] }] })).toEqual([
      "/children/1/name | a text | nothing",
    ]);
    expect(compileCheck(schema)({ name: "a", children: [{ name: "b" }, { children: [] }] })).toBe(false);
    expect(lines(schema, { name: "a", children: [{ name: "b" }] })).toEqual([]);
  });
});
