import { describe, expect, test } from "vitest";
import { instancesOf, smallestInstance } from "../../src/compiler/schema/sample.ts";
import { subtype } from "../../src/compiler/schema/subtype.ts";

const deep = (depth: number): unknown => {
  let schema: object = { type: "string" };
  for (let level = 0; level < depth; level++) schema = { type: "object", properties: { a: schema } };
  return schema;
};
const doubling = (kind: string): object => {
  const names = Array.from({ length: 40 }, (_, index) => index);
  const ref = (index: number) => ({ $ref: `#/$defs/d${index}` });
  return {
    $ref: "#/$defs/d0",
    $defs: Object.fromEntries([
      ...names.map((index) => [`d${index}`, { [kind]: [ref(index + 1), { minLength: index, ...ref(index + 1) }] }]),
      ["d40", { type: "string" }],
    ]),
  };
};
const overlapping = (count: number): object => ({
  oneOf: Array.from({ length: count }, (_, index) => ({
    type: "object",
    properties: Object.fromEntries(
      Array.from({ length: 6 }, (_, at) => [`p${(index + at) % 9}`, { type: "integer", minimum: at }]),
    ),
    required: [`p${index % 9}`],
  })),
});
const prototypeNames = JSON.parse(
  '{"type":"object","properties":{"__proto__":{"type":"integer"},"constructor":{"type":"string"}},"required":["__proto__","toString"]}',
);

describe("answers in time, whatever it is given", () => {
  test.each<[string, unknown, unknown]>([
    ["ten thousand levels", deep(10_000), deep(9_999)],
    ["a hundred and fifty levels", deep(150), deep(149)],
    [
      "a long enum",
      { enum: Array.from({ length: 10_000 }, (_, index) => `v${index}`) },
      { enum: Array.from({ length: 10_001 }, (_, index) => `v${index}`) },
    ],
    [
      "a long enum of objects",
      { enum: Array.from({ length: 300 }, (_, index) => ({ index })) },
      { enum: Array.from({ length: 301 }, (_, index) => ({ index })) },
    ],
    ["allOf that doubles", doubling("allOf"), { type: "string", maxLength: 3 }],
    ["anyOf that doubles", doubling("anyOf"), { type: "string", maxLength: 3 }],
    ["oneOf that doubles", doubling("oneOf"), { type: "string", maxLength: 3 }],
    ["oneOf of overlapping objects", overlapping(12), overlapping(13)],
    ["a catastrophic pattern", { type: "string", pattern: "^(a+)+$" }, { type: "string", pattern: "^(a|a)*b$" }],
    [
      "a pattern that counts",
      { type: "string", pattern: "^(.{1,500}){1,500}$" },
      { type: "string", pattern: "^.*a.{30}$" },
    ],
    ["a broken pattern", { type: "string", pattern: "(" }, { type: "string" }],
    [
      "a circle of references",
      { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { allOf: [{ $ref: "#/$defs/a" }] } } },
      {},
    ],
    ["a large array", { type: "array", minItems: 1e9 }, { type: "array", items: { type: "string" } }],
    ["many properties", { type: "object", minProperties: 1e6 }, { type: "object", maxProperties: 5 }],
    ["keywords of the wrong type", { type: 3, properties: [], required: "a", minLength: "b" }, { enum: 5 }],
    ["no schemas inside", { properties: { a: 3 } }, { properties: { a: null } }],
    ["a type that is none", { type: "any" }, { type: "string" }],
    ["nothing at all", undefined, null],
  ])("%s", (_, a, b) => {
    for (const answer of [subtype(a, b), subtype(b, a)]) expect(["yes", "no", "unknown"]).toContain(answer.verdict);
    // The runner's time limit is the guard against a search without end.
    expect(instancesOf(a, 5).length).toBeLessThanOrEqual(5);
    smallestInstance(b);
  });

  test("the same text is the same, however deep or broken", () => {
    expect(subtype(deep(1_000), deep(1_000))).toEqual({ verdict: "yes" });
    expect(subtype({ pattern: "(" }, { pattern: "(" })).toEqual({ verdict: "yes" });
    const broken = { type: "object", properties: { a: { pattern: "(" } } };
    expect(subtype({ ...broken, required: ["a"] }, broken)).toEqual({ verdict: "yes" });
  });

  test("names that objects inherit are names like others", () => {
    expect(subtype(prototypeNames, { type: "object", required: ["__proto__"] })).toEqual({ verdict: "yes" });
    expect(subtype({ type: "object" }, { type: "object", required: ["toString"] })).toMatchObject({
      verdict: "no",
      witness: {},
    });
    const answer = subtype(prototypeNames, { type: "object", properties: { constructor: { maxLength: 0 } } });
    expect(answer).toMatchObject({ verdict: "no", path: "/constructor" });
    expect(answer.verdict === "no" && JSON.stringify(answer.witness)).toBe(
      '{"__proto__":1,"constructor":"a","toString":"a"}',
    );
  });
});
