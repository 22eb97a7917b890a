import { describe, expect, test } from "vitest";
import type { Catalog, Field, Tool } from "../../src/compiler/catalog/catalog.ts";
import type { TypeNode } from "../../src/compiler/catalog/type-node.ts";
import { aliasInputSchema, inputSchema, outputSchema, typeSchema } from "../../src/compiler/schema/json-schema.ts";
import { aliasPlan, inputPlan, planDefinitions } from "../../src/compiler/schema/normalization-plan.ts";
import { catalog, toolWith } from "./arbitraries.ts";

const text: TypeNode = { kind: "string", trim: true };
const required = (type: TypeNode): Field => ({ name: "a", type, required: true });
const optional = (type: TypeNode): Field => ({ name: "a", type, required: false });

/** The published schema of one param, as text: the order of keys counts. */
function published(param: Field, texts = false): string {
  return JSON.stringify(inputSchema(toolWith([param]), catalog, texts).properties?.[param.name]);
}

test.each<[string, Partial<Field>, string]>([
  ["behind a phrase", { description: "How long to wait" }, "How long to wait, in ms"],
  ["behind a sentence", { description: "How long to wait." }, "How long to wait. In ms."],
  ["alone", {}, "In ms"],
  ["not twice", { description: "How many ms to wait" }, "How many ms to wait"],
])("a unit is described in the texts, %s", (_, texts, reported) => {
  const param: Field = { ...optional({ kind: "integer" }), unit: "ms", ...texts };
  expect(published(param)).toBe('{"type":"integer"}');
  expect(published(param, true)).toBe(JSON.stringify({ type: "integer", description: reported }));
});

test.each<[string, Field, string]>([
  ["optional text", optional(text), '{"type":"string"}'],
  ["required text, which may not be blank", required(text), String.raw`{"type":"string","pattern":"\\S"}`],
  ["required text that is not trimmed", required({ ...text, trim: false }), '{"type":"string"}'],
  [
    "text that is long enough once trimmed",
    optional({ ...text, minLength: 3 }),
    String.raw`{"type":"string","pattern":"\\S[\\s\\S]{1,}\\S","minLength":3}`,
  ],
  ["a pattern of its own", required({ ...text, pattern: "^a" }), '{"type":"string","pattern":"^a","minLength":1}'],
  ["a limit in bytes", optional({ ...text, maxBytes: 9, maxLength: 20 }), '{"type":"string","maxLength":9}'],
  ["a format", optional({ ...text, format: "date" }), '{"type":"string","format":"date"}'],
  [
    "a number with every limit",
    optional({ kind: "number", min: 1, max: 9, above: 0, below: 10, multipleOf: 2 }),
    '{"type":"number","minimum":1,"exclusiveMinimum":0,"maximum":9,"exclusiveMaximum":10,"multipleOf":2}',
  ],
  [
    "an enum without its other spellings",
    optional({ kind: "enum", values: [{ value: "b", aliases: ["bee"] }, { value: "a" }] }),
    '{"type":"string","enum":["b","a"]}',
  ],
  [
    "an enum that may be null",
    optional({ kind: "enum", values: [{ value: "a" }], nullable: true }),
    '{"type":["string","null"],"enum":["a",null]}',
  ],
  [
    "an array",
    optional({ kind: "array", items: text, minItems: 1, maxItems: 2, unique: true }),
    '{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":2,"uniqueItems":true}',
  ],
  [
    "a closed object",
    optional({ kind: "object", fields: [required(text)], open: false }),
    String.raw`{"type":"object","properties":{"a":{"type":"string","pattern":"\\S"}},"required":["a"],"additionalProperties":false}`,
  ],
  ["an open object", optional({ kind: "object", fields: [], open: true }), '{"type":"object"}'],
  [
    "a map",
    optional({ kind: "object", fields: [], open: { kind: "integer" } }),
    '{"type":"object","additionalProperties":{"type":"integer"}}',
  ],
  [
    "a union that may be null",
    optional({ kind: "union", of: [text, { kind: "boolean" }], nullable: true }),
    '{"anyOf":[{"type":"string"},{"type":"boolean"},{"type":"null"}]}',
  ],
  ["any JSON", optional({ kind: "json" }), "{}"],
  ["a default", { ...optional(text), default: "x" }, '{"type":"string","default":"x"}'],
])("%s", (_, param, expected) => {
  expect(published(param)).toBe(expected);
});

test("texts are carried on request", () => {
  const param: Field = {
    ...optional(text),
    description: "What",
    examples: ["x"],
    deprecated: { since: "1.0.0" },
  };
  expect(published(param)).toBe('{"type":"string"}');
  expect(published(param, true)).toBe('{"type":"string","description":"What","examples":["x"],"deprecated":true}');
});

describe("the root", () => {
  const destructive = { readOnly: false, destructive: true, idempotent: false, openWorld: false };
  const rootOf = (changes: Partial<Tool>, changed: Partial<Catalog> = {}, texts = false) => {
    const { additionalProperties, properties } = inputSchema(toolWith([], changes), { ...catalog, ...changed }, texts);
    return { closed: additionalProperties === false, names: Object.keys(properties ?? {}) };
  };

  test.each<[string, Partial<Tool>, Partial<Catalog>, boolean, { closed: boolean; names: string[] }]>([
    ["is open while unknown params are dropped", { session: "required" }, {}, false, { closed: false, names: [] }],
    ["names the session with texts", { session: "optional" }, {}, true, { closed: false, names: ["session"] }],
    [
      "is closed by policy",
      { session: "optional" },
      { unknownParams: "reject" },
      false,
      { closed: true, names: ["session"] },
    ],
    ["is closed for destructive tools", { effects: destructive }, {}, false, { closed: true, names: [] }],
  ])("%s", (_, tool, changed, texts, expected) => {
    expect(rootOf(tool, changed, texts)).toEqual(expected);
  });

  test("of an alias holds its old params", () => {
    const tool = toolWith([optional(text)], {
      aliases: [
        {
          name: "add",
          of: "old",
          params: [required({ kind: "integer" })],
          rename: {},
          set: {},
          defaults: {},
          ignore: [],
          adapt: true,
        },
      ],
    });
    const [alias] = tool.aliases;
    if (alias === undefined) throw new Error("the alias is there");
    expect(aliasInputSchema(alias, tool, catalog, false)).toEqual({
      type: "object",
      properties: { a: { type: "integer" } },
      required: ["a"],
    });
    expect(aliasPlan(alias, tool, catalog)).toEqual({ kind: "object", fields: { a: { required: true } } });
  });
});

describe("named types", () => {
  const point: TypeNode = { kind: "object", fields: [required({ kind: "integer" })], open: false };
  const types = [...catalog.types, { name: "Point", family: "notes", type: { ...point, description: "A point" } }];
  const withPoint: Catalog = { ...catalog, types };

  test("are inlined, with what the reference adds", () => {
    expect(typeSchema({ kind: "ref", name: "Point", nullable: true }, withPoint, true)).toEqual({
      type: ["object", "null"],
      properties: { a: { type: "integer" } },
      required: ["a"],
      additionalProperties: false,
      description: "A point",
    });
  });

  test("are referred to when they contain themselves", () => {
    const tool = toolWith([], { result: { kind: "ref", name: "Tree", nullable: true } });
    expect(outputSchema(tool, catalog, false)).toEqual({
      anyOf: [{ $ref: "#/$defs/Tree" }, { type: "null" }],
      $defs: {
        Tree: {
          type: "object",
          properties: {
            label: { type: "string", minLength: 1 },
            children: { type: "array", items: { $ref: "#/$defs/Tree" } },
          },
          required: ["label"],
          additionalProperties: false,
        },
      },
    });
    expect(inputPlan(toolWith([optional({ kind: "ref", name: "Tree" })]), catalog)).toEqual({
      kind: "object",
      fields: { a: { plan: { kind: "ref", name: "Tree" } } },
    });
    expect(planDefinitions(catalog)).toEqual({
      Tree: {
        kind: "object",
        fields: {
          label: { plan: { kind: "string", trim: true }, required: true },
          children: { plan: { kind: "array", items: { kind: "ref", name: "Tree" } } },
        },
      },
    });
  });
});

test("plans say only what JSON Schema can't", () => {
  const tool = toolWith([
    { ...optional(text), name: "text", sensitive: true, aliases: [{ name: "body" }] },
    { ...optional({ kind: "integer", min: 1 }), name: "count", default: 3 },
    { ...optional({ kind: "union", of: [text, { kind: "integer" }] }), name: "either" },
    { ...optional({ kind: "object", fields: [], open: text }), name: "map" },
    { ...optional({ kind: "object", fields: [required({ kind: "boolean" })], open: false }), name: "plain" },
    {
      ...optional({ kind: "enum", values: [{ value: "x", aliases: ["ex"] }], normalize: "lower" }),
      name: "choice",
    },
  ]);
  expect(inputPlan(tool, catalog)).toEqual({
    kind: "object",
    fields: {
      text: { plan: { kind: "string", trim: true }, aliases: { body: null }, sensitive: true },
      count: { default: 3 },
      either: {
        plan: {
          kind: "union",
          options: [{ tag: "string", plan: { kind: "string", trim: true } }, { tag: "number" }],
        },
      },
      map: { plan: { kind: "object", fields: {}, rest: { kind: "string", trim: true } } },
      plain: {},
      choice: { plan: { kind: "enum", case: "lower", aliases: { ex: "x" } } },
    },
  });
});
