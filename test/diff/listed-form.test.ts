import { describe, expect, test } from "vitest";
import { diffLists } from "../../src/compiler/diff/diff-lists.ts";
import { facets } from "../../src/compiler/diff/facets/facets.ts";
import { ruleName } from "../../src/compiler/diff/former-rules.ts";
import type { Json } from "../../src/contract/json.ts";

const listOf = (inputSchema: Json): Json => ({ tools: [{ name: "tool", inputSchema }] });
const param = (schema: Json, definitions: Json = {}): Json =>
  listOf({ type: "object", properties: { value: schema }, $defs: definitions });

function reported(base: Json, head: Json): unknown {
  const report = diffLists(base, head, { basePath: "old.json" });
  return "problem" in report
    ? report.problem
    : report.changes.map((change) => {
        const { severity, subject, path, witness } = change;
        return [severity, ruleName(change), subject, path, witness];
      });
}

const text = { type: "string" };
const node = (next: string) => ({ type: "object", properties: { next: { $ref: next } } });

describe("says the same", () => {
  test.each<readonly [string, Json, Json]>([
    ["null as a type, and as an alternative", { type: ["string", "null"] }, { anyOf: [text, { type: "null" }] }],
    ["null as oneOf, and as OpenAPI has it", { oneOf: [{ type: "null" }, text] }, { type: "string", nullable: true }],
    ["null among words", { enum: ["a", null] }, { anyOf: [{ const: "a" }, { const: null }] }],
    ["one word as const, and as enum", { type: "string", const: "a" }, { enum: ["a"] }],
    [
      "words as alternatives, and as one enum",
      { oneOf: [{ const: "a", title: "A" }, { const: "b" }] },
      { enum: ["a", "b"] },
    ],
    ["an exclusive bound of integers", { type: "integer", exclusiveMinimum: 0 }, { type: "integer", minimum: 1 }],
    [
      "a bound as draft 04 has it",
      { type: "number", minimum: 0, exclusiveMinimum: true },
      { type: "number", exclusiveMinimum: 0 },
    ],
    ["an integer as a number of steps of one", { type: "integer" }, { type: "number", multipleOf: 1 }],
    ["types as a list, and as alternatives", { type: ["string", "integer"] }, { anyOf: [{ type: "integer" }, text] }],
    [
      "allOf, and all of it in one",
      { allOf: [text, { minLength: 2 }, { maxLength: 9 }] },
      { ...text, minLength: 2, maxLength: 9 },
    ],
    [
      "a tuple as draft 07 has it",
      { type: "array", items: [text], additionalItems: false },
      { type: "array", prefixItems: [text], items: false },
    ],
    [
      "dependencies, and what they became",
      { type: "object", dependencies: { a: ["b"] } },
      { type: "object", dependentRequired: { a: ["b"] } },
    ],
    [
      "what is open, said and not said",
      { type: "object", additionalProperties: true },
      { type: "object", additionalProperties: {} },
    ],
    [
      "unevaluated, and additional",
      { type: "object", properties: { a: text }, unevaluatedProperties: false },
      { type: "object", properties: { a: text }, additionalProperties: false },
    ],
    ["names that are texts", { type: "object", propertyNames: text }, { type: "object" }],
    ["keywords of other types", { type: "string", minimum: 3, required: ["a"] }, text],
    ["limits that limit nothing", { type: "array", items: {}, minItems: 0 }, { type: "array" }],
    ["alternatives in another order", { anyOf: [text, { type: "boolean" }] }, { anyOf: [{ type: "boolean" }, text] }],
  ])("%s", (_, base, head) => {
    expect([reported(param(base), param(head)), reported(param(head), param(base))]).toEqual([[], []]);
  });

  test.each<readonly [string, Json, Json]>([
    ["a reference, and what it means", param({ $ref: "#/$defs/Word" }, { Word: text }), param(text)],
    [
      "a reference to a neighbour",
      listOf({ type: "object", properties: { a: text, b: { $ref: "#/properties/a" } } }),
      listOf({ type: "object", properties: { b: text, a: text } }),
    ],
    ["a reference to an anchor", param({ $ref: "#word" }, { Word: { $anchor: "word", ...text } }), param(text)],
    [
      "a tree, one level written out",
      param({ $ref: "#/$defs/Node" }, { Node: node("#/$defs/Node") }),
      param(node("#/$defs/Node"), { Node: node("#/$defs/Node") }),
    ],
  ])("%s", (_, base, head) => {
    expect([reported(base, head), reported(head, base)]).toEqual([[], []]);
  });
});

describe("tells one change, where it stands, with arguments that show it", () => {
  test.each<readonly [string, Json, Json, unknown]>([
    [
      "of several keywords each its own",
      param({ type: "number" }),
      param({ type: "integer", minimum: 1, maximum: 100 }),
      [
        ["ERR", "param-narrowed/maximum", "tool.value", "#/tools/0/inputSchema/properties/value", { value: 101 }],
        ["ERR", "param-narrowed/minimum", "tool.value", "#/tools/0/inputSchema/properties/value", { value: 0 }],
        ["ERR", "param-narrowed/type", "tool.value", "#/tools/0/inputSchema/properties/value", { value: 1.5 }],
      ],
    ],
    [
      "in the option that it is in, wherever that stands now",
      param({ oneOf: [{ ...option("a"), properties: { kind: { const: "a" }, v: text } }, option("b")] }),
      param({
        oneOf: [option("b"), { ...option("a"), properties: { kind: { const: "a" }, v: { ...text, maxLength: 1 } } }],
      }),
      [
        [
          "ERR",
          "param-narrowed/max-length",
          "tool.value|a.v",
          "#/tools/0/inputSchema/properties/value/oneOf/1/properties/v",
          { value: { kind: "a", v: "aa" } },
        ],
      ],
    ],
    [
      "in a definition that contains itself",
      param({ $ref: "#/$defs/Node" }, { Node: { ...node("#/$defs/Node"), required: [] } }),
      param({ $ref: "#/$defs/Node" }, { Node: { ...node("#/$defs/Node"), maxProperties: 0 } }),
      [
        [
          "ERR",
          "param-narrowed/max-properties",
          "tool.value",
          "#/tools/0/inputSchema/$defs/Node",
          { value: { next: {} } },
        ],
      ],
    ],
    [
      "what was removed, in the base",
      listOf({ type: "object", properties: { a: text, b: { type: "integer" } } }),
      listOf({ type: "object", properties: { a: text } }),
      [["ERR", "param-removed", "tool.b", "old.json#/tools/0/inputSchema/properties/b", { b: 1 }]],
    ],
    [
      "what moved into an object",
      listOf({ type: "object", properties: { limit: { type: "integer", description: "Most items" } } }),
      listOf({
        type: "object",
        properties: {
          options: { type: "object", properties: { limit: { type: "integer", description: "Most items" } } },
        },
      }),
      [
        ["ERR", "param-moved", "tool.limit", "old.json#/tools/0/inputSchema/properties/limit", { limit: 1 }],
        ["INFO", "param-added-optional", "tool.options", "#/tools/0/inputSchema/properties/options", undefined],
      ],
    ],
    [
      "nothing loud where an open object names one field more",
      param({ type: "object", properties: { a: text } }),
      param({ type: "object", properties: { a: text, b: text } }),
      [
        [
          "INFO",
          "param-added-optional",
          "tool.value.b",
          "#/tools/0/inputSchema/properties/value/properties/b",
          undefined,
        ],
      ],
    ],
    [
      "a free object that names its fields now, which takes less",
      param({ type: "object" }),
      param({ type: "object", properties: { a: text } }),
      [
        [
          "ERR",
          "param-added-to-free-form-object",
          "tool.value.a",
          "#/tools/0/inputSchema/properties/value/properties/a",
          { value: { a: 1 } },
        ],
      ],
    ],
  ])("%s", (_, base, head, changes) => {
    expect(reported(base, head)).toEqual(changes);
  });
});

function option(kind: string): { readonly [key: string]: Json } {
  return { type: "object", properties: { kind: { const: kind } }, required: ["kind"] };
}

test("facets that are proved by a keyword are there", () => {
  const proved = facets.filter(({ keywords = [] }) => keywords.length > 0).map(({ name }) => name);
  expect(proved).toEqual(expect.arrayContaining(["min-length", "pattern", "not", "maximum", "property-names"]));
});
