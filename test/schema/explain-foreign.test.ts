import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openExplainer, Undecidable, type ValidationIssue } from "../../src/compiler/schema/explain-foreign.ts";
import type { Json } from "../../src/contract/json.ts";
import { pathKeys } from "../../src/contract/json-pointer.ts";
import { ajvJudge } from "./ajv-judge.ts";
import { foreignSchema, smallValue } from "./foreign-schemas.ts";

/** `path keyword: message` of each issue. */
function reported(schema: unknown, value: Json): readonly string[] {
  return openExplainer(schema)(value).map(({ path, keyword, message }) => `${path} ${keyword}: ${message}`);
}

const text = { type: "string" };
const object = (more: object) => ({ $schema: "http://json-schema.org/draft-07/schema#", type: "object", ...more });

describe("what is wrong with a value, by anybody's schema", () => {
  it.each<[string, unknown, Json, readonly string[]]>([
    ["a value that fits", object({ properties: { a: text } }), { a: "x", b: 1 }, []],
    [
      "a missing property and a misspelled one",
      object({
        properties: { limit: { type: "integer", minimum: 1, maximum: 9 } },
        required: ["limit"],
        additionalProperties: false,
      }),
      { limt: 3 },
      [
        "/limit required: must have the property 'limit', an integer from 1 to 9",
        "/limt additionalProperties: must not have the property 'limt'; did you mean 'limit'?",
      ],
    ],
    [
      "a value deep below, with a slash in its path",
      object({ properties: { "a/b": { type: "array", items: { type: "number" } } } }),
      { "a/b": [1, "2", 3, null] },
      ['/a~1b/1 type: must be a number, not the text "2"', "/a~1b/3 type: must be a number, not null"],
    ],
    [
      "a value that is nearly one of an enum",
      object({ properties: { mode: { enum: ["short", "long"] } } }),
      { mode: "shrt" },
      ["/mode enum: must be one of short, long, not the text \"shrt\"; did you mean 'short'?"],
    ],
    [
      "names that a pattern allows are known",
      object({ patternProperties: { "^x-": text }, additionalProperties: false }),
      { "x-a": 1, "x-b": "fine", y: 1 },
      ["/x-a type: must be a text, not 1", "/y additionalProperties: must not have the property 'y'"],
    ],
    [
      "what a reference leads to",
      object({
        properties: { at: { $ref: "#/definitions/point" } },
        definitions: { point: object({ required: ["x"], properties: { x: { type: "number" } } }) },
      }),
      { at: {} },
      ["/at/x required: must have the property 'x', a number"],
    ],
    [
      "the option that was meant",
      {
        anyOf: [
          object({ properties: { kind: { const: "a" }, n: { type: "number" } } }),
          object({ properties: { kind: { const: "b" }, n: text } }),
        ],
      },
      { kind: "b", n: 1 },
      ["/n type: must be a text, not 1"],
    ],
    [
      "a tag that no option has",
      {
        anyOf: [
          object({ properties: { kind: { enum: ["card"] }, token: text }, required: ["kind"] }),
          object({ properties: { kind: { const: "cash" } }, required: ["kind"] }),
          text,
        ],
      },
      { kind: "csh" },
      ["/kind enum: must be one of card, cash, not the text \"csh\"; did you mean 'cash'?"],
    ],
    [
      "no tag at all",
      {
        oneOf: [
          object({ properties: { n: text, kind: { const: "a" } }, required: ["kind"] }),
          object({ properties: { n: text, kind: { const: "b" } }, required: ["kind"] }),
        ],
      },
      { n: "x" },
      ["/kind required: must have the property 'kind', one of a, b"],
    ],
    [
      "objects that no tag tells apart",
      {
        anyOf: [
          object({ properties: { a: text }, required: ["a"] }),
          object({ properties: { b: text }, required: ["b"] }),
        ],
      },
      { c: 1 },
      [" anyOf: must be an object, not an object"],
    ],
    ["no option", { oneOf: [text, { type: "number" }] }, null, [" oneOf: must be a text or a number, not null"]],
    [
      "two options of which one is allowed",
      { oneOf: [text, { minLength: 1 }] },
      "x",
      [' oneOf: must be what exactly one of the options allows, not the text "x"'],
    ],
    ["what must not be", { type: "string", not: { enum: ["x"] } }, "x", [' not: must be a text, not the text "x"']],
    [
      "what follows from a condition",
      JSON.parse('{"if": {"required": ["a"]}, "then": {"required": ["b"]}}'),
      { a: 1 },
      ["/b required: must have the property 'b', a value"],
    ],
    [
      "what follows from another property",
      object({ dependentRequired: { a: ["b"] } }),
      { a: 1 },
      ["/b required: must have the property 'b', a value"],
    ],
    [
      "places in a list",
      { prefixItems: [text, { type: "number" }], items: false },
      ["x", "y", 1],
      ['/1 type: must be a number, not the text "y"', "/2 false schema: must be what the schema requires, not 1"],
    ],
    [
      "draft 04's bounds",
      { type: "number", maximum: 5, exclusiveMaximum: true },
      5,
      [" maximum: must be what the schema requires, not 5"],
    ],
    ["what nothing may be", false, 1, [" false schema: must be what the schema requires, not 1"]],
    [
      "a name like those that every object has",
      object({ properties: { a: text }, additionalProperties: false }),
      { constructor: 1 },
      ["/constructor additionalProperties: must not have the property 'constructor'"],
    ],
  ])("%s", (_, schema, value, expected) => {
    expect(reported(schema, value)).toEqual(expected);
  });

  it("ends after twenty", () => {
    expect(reported({ items: text }, Array(1000).fill(1))).toHaveLength(20);
  });

  it.each([
    ["a pattern that is none", { pattern: "(" }],
    ["a type that is none", { properties: { a: { type: "nope" } } }],
    ["a reference that leads nowhere", { $ref: "#/definitions/none" }],
    ["a reference to itself", { $ref: "#" }],
  ])("refuses a schema with %s", (_, schema) => {
    expect(() => openExplainer(schema)({})).toThrow(Undecidable);
  });

  it("refuses what is not a schema", () => {
    for (const schema of [null, 5, "{}", []]) expect(() => openExplainer(schema)).toThrow(TypeError);
  });
});

describe("on schemas of any form", () => {
  const holds = (issues: readonly ValidationIssue[], value: Json, theirs: boolean | undefined) => {
    if (theirs !== undefined && (issues.length === 0) !== theirs) return false;
    return issues.every(({ instancePath, path }) => isIn(value, instancePath) && isIn(value, parentOf(path)));
  };

  it("there is an issue if and only if Ajv refuses the value, and each is at a place that is there", () => {
    let judged = 0;
    fc.assert(
      fc.property(foreignSchema, fc.array(smallValue, { minLength: 5, maxLength: 5 }), (schema, values) => {
        const theirs = ajvJudge(schema);
        let explain: ReturnType<typeof openExplainer>;
        try {
          explain = openExplainer(schema);
        } catch (error) {
          if (error instanceof Undecidable) return;
          throw error;
        }
        for (const value of values) {
          judged += 1;
          expect(holds(explain(value), value, theirs?.(value))).toBe(true);
        }
      }),
      { numRuns: 400 },
    );
    expect(judged).toBeGreaterThan(1_000);
  });

  it("would notice issues without a cause, and places that are not there", () => {
    const issue = { instancePath: "", keyword: "type", message: "", params: {}, path: "", expected: "", found: "" };
    expect(holds([issue], 1, true)).toBe(false);
    expect(holds([], 1, false)).toBe(false);
    expect(holds([{ ...issue, instancePath: "/a" }], {}, false)).toBe(false);
    expect(holds([{ ...issue, path: "/a/b" }], {}, false)).toBe(false);
    expect(holds([{ ...issue, path: "/a" }], {}, false)).toBe(true);
  });
});

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function isIn(value: Json, path: string): boolean {
  let at: unknown = value;
  for (const key of pathKeys(path)) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return false;
    // It is an object, and the key is its own.
    at = (at as { readonly [key: string]: unknown })[key];
  }
  return true;
}
