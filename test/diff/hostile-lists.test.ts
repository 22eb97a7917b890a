import { describe, expect, test } from "vitest";
import { diffLists } from "../../src/compiler/diff/diff-lists.ts";
import type { Json, JsonObject } from "../../src/contract/json.ts";

// Lists come from anybody. None makes the comparison throw, run on, or call safe what it could not read.

const listOf = (inputSchema: Json): JsonObject => ({ tools: [{ name: "tool", inputSchema }] });
const param = (schema: Json): JsonObject => listOf({ type: "object", properties: { value: schema } });

function nested(levels: number, wrap: (inner: Json) => Json, leaf: Json): Json {
  let schema = leaf;
  for (let level = 0; level < levels; level++) schema = wrap(schema);
  return schema;
}

const inObject = (inner: Json): Json => ({ type: "object", properties: { a: inner } });
const inAllOf = (inner: Json): Json => ({ allOf: [inner] });

function withDefinitions(definitions: readonly (readonly [string, Json])[]): Json {
  return listOf({
    type: "object",
    properties: { value: { $ref: "#/$defs/A0" } },
    $defs: Object.fromEntries(definitions),
  });
}

/** Each definition refers twice to the next: written out they are 2 to the 40. */
const doubling = (leaf: Json): Json =>
  withDefinitions([
    ...Array.from({ length: 40 }, (_, index): readonly [string, Json] => {
      const next = { $ref: `#/$defs/A${index + 1}` };
      return [`A${index}`, { type: "object", properties: { x: next, y: next } }];
    }),
    ["A40", leaf],
  ]);

const chain = (leaf: Json): Json =>
  withDefinitions([
    ...Array.from({ length: 3000 }, (_, index) => [`A${index}`, { $ref: `#/$defs/A${index + 1}` }] as const),
    ["A3000", leaf],
  ]);

const text: Json = { type: "string" };
const whole: Json = { type: "integer" };
const words = (from: number): Json => ({ enum: Array.from({ length: 20_000 }, (_, index) => `v${index + from}`) });
const long = "a".repeat(1_000_000);

describe.each<readonly [string, Json, Json]>([
  [
    "objects in objects, ten thousand deep",
    param(nested(10_000, inObject, text)),
    param(nested(10_000, inObject, whole)),
  ],
  ["allOf in allOf, ten thousand deep", param(nested(10_000, inAllOf, text)), param(nested(10_000, inAllOf, whole))],
  ["references that double at every step", doubling(text), doubling(whole)],
  ["a chain of three thousand references", chain(text), chain(whole)],
  ["a schema that is itself", withDefinitions([["A0", { $ref: "#/$defs/A0" }]]), param(text)],
  [
    "two schemas that are each other",
    withDefinitions([
      ["A0", { $ref: "#/$defs/B" }],
      ["B", { $ref: "#/$defs/A0" }],
    ]),
    param(text),
  ],
  [
    "a schema that is itself and more",
    withDefinitions([["A0", { type: "object", allOf: [{ $ref: "#/$defs/A0" }] }]]),
    param(text),
  ],
  ["patterns that are none", param({ type: "string", pattern: "(" }), param({ type: "string", pattern: "[" })],
  [
    "patterns that never end",
    param({ type: "string", pattern: "^(a+)+$" }),
    param({ type: "string", pattern: "^(b*)*c$" }),
  ],
  ["a megabyte of pattern", param({ type: "string", pattern: long }), param({ type: "string", pattern: `${long}b` })],
  ["twenty thousand words", param(words(0)), param(words(1))],
  [
    "references that lead out, and nowhere",
    param({ $ref: "https://example.com/schema" }),
    param({ $ref: "#/nowhere" }),
  ],
])("%s", (_, base, head) => {
  test("differ, and the report does not call that safe", () => {
    const report = diffLists(base, head);
    const loud = "problem" in report ? [] : report.changes.filter(({ severity }) => severity !== "INFO");
    expect(loud.length).toBeGreaterThan(0);
  }, 20_000);

  test("do not differ from themselves", () => {
    const report = diffLists(base, base);
    expect("problem" in report ? report.problem : report.changes).toEqual([]);
  }, 20_000);
});

test("names that objects inherit are names like any other", () => {
  const list = (type: string): Json =>
    JSON.parse(
      `{"tools":[{"name":"__proto__","inputSchema":{"type":"object","properties":{"__proto__":{"type":"${type}"},"constructor":{"$ref":"#/$defs/__proto__"}},"$defs":{"__proto__":{"type":"${type}"}}}}]}`,
    ) as Json;
  const report = diffLists(list("string"), list("integer"));
  const reported =
    "problem" in report ? [] : report.changes.map(({ id, subject, witness }) => [id, subject, JSON.stringify(witness)]);
  expect(reported).toEqual([
    ["param-changed", "__proto__.__proto__", '{"__proto__":"a"}'],
    ["param-changed", "__proto__.constructor", '{"constructor":"a"}'],
  ]);
});

test("values of wrong types everywhere are none", () => {
  const wrong = (type: Json): Json => ({
    tools: [
      ...[null, 1, "x", [], {}, { name: 5 }, { name: "" }],
      { name: "t", inputSchema: 5, outputSchema: [], annotations: 7, description: {}, title: [] },
      { name: "t", inputSchema: { type: "object", required: ["never read: the name is taken"] } },
      {
        name: "u",
        inputSchema: { type, properties: [], required: "x", enum: {}, allOf: {}, items: 5, $ref: 5, $defs: 7 },
      },
    ],
  });
  const report = diffLists(wrong(5), wrong(["x", 7]));
  expect("problem" in report ? report.problem : report.changes).toEqual([]);
});

test("what is not a list is reported as that", () => {
  expect([diffLists(5, []), diffLists([], { tools: "none" }, { headPath: "new.json" })]).toEqual([
    {
      problem:
        "the base: it is not a tools/list: neither {tools: […]}, nor a JSON-RPC answer with one, nor an array of tools",
    },
    {
      problem:
        "new.json: it is not a tools/list: neither {tools: […]}, nor a JSON-RPC answer with one, nor an array of tools",
    },
  ]);
});

test("a param that is gone and nests too deep to be shown is reported with that reason", () => {
  const deep = nested(5000, (items) => ({ type: "array", minItems: 1, items }), {});
  const report = diffLists(param(deep), listOf({ type: "object", properties: { other: { type: "boolean" } } }));
  if ("problem" in report) throw new Error(report.problem);
  const [gone] = report.changes.filter(({ id }) => id === "param-removed");
  expect(gone?.severity).toBe("WARN");
  expect(gone?.note).toBe("can't be decided: no value of it could be made: it nests too deep");
});
