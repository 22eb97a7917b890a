import { describe, expect, test } from "vitest";
import { readOpenApi } from "../../src/compiler/import/openapi/read-openapi.ts";
import { lossLines } from "../../src/compiler/import/report.ts";
import { surfaceListing } from "../../src/compiler/tokens/surface-listing.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json.ts";
import { importAndCompile, ourJudge, toolOf } from "./judge.ts";

// Schemas of older drafts and of OpenAPI 3.0, and schemas of which one param can't stand: the rest stays as it was listed.

const draft07 = "http://json-schema.org/draft-07/schema#";

function toolWith(inputSchema: JsonObject, more: JsonObject = {}): JsonObject {
  const annotations = { readOnlyHint: true, openWorldHint: false };
  return { name: "do_it", description: "Do what is asked for.", inputSchema, annotations, ...more };
}

function importOf(tool: Json) {
  const { imported, catalog } = importAndCompile({ tools: [tool] }, "older");
  const profile = catalog.profiles.find(({ name }) => name === "as_imported");
  if (profile === undefined) throw new Error("no such profile");
  const listed: unknown = JSON.parse(JSON.stringify(surfaceListing(profile, catalog)));
  const [first]: readonly unknown[] = Array.isArray(listed) ? listed : [];
  const ours = ourJudge(toolOf(catalog, "do_it"), catalog, "do_it");
  return {
    listed: isJsonObject(first) ? first : {},
    lines: lossLines(imported.lost).flatMap(({ effect, lines }) => [effect, ...lines]),
    takes: (given: JsonObject) => ours(given).accepts,
  };
}

test("a property of any value is listed as an object, for clients that refuse a list with true in it", () => {
  const schemaOf = (any: Json) => ({
    type: "object",
    properties: { any, row: { type: "object", properties: { cell: any } } },
    required: ["any"],
  });
  const { listed, lines, takes } = importOf(toolWith(schemaOf(true), { outputSchema: schemaOf(true) }));
  expect(listed.inputSchema).toEqual(schemaOf({}));
  expect(listed.outputSchema).toEqual(schemaOf({}));
  expect(lines).toEqual([]);
  expect([{ any: null }, { any: [1] }, {}].map(takes)).toEqual([true, true, false]);
});

test("a property that must be absent is listed as an object, at every level, and is refused as before", () => {
  const schemaOf = (none: Json) => ({
    type: "object",
    properties: { none, row: { type: "object", properties: { none, cell: { type: "string" } } } },
  });
  const { listed, lines, takes } = importOf(toolWith(schemaOf(false), { outputSchema: schemaOf(false) }));
  expect(listed.inputSchema).toEqual(schemaOf({ not: {} }));
  expect(listed.outputSchema).toEqual(schemaOf({ not: {} }));
  expect(lines).toEqual([]);
  const given: readonly JsonObject[] = [{}, { row: { cell: "a" } }, { none: null }, { row: { none: 1 } }];
  expect(given.map(takes)).toEqual([true, true, false, false]);
});

describe("older spellings are written as those of 2020-12", () => {
  test("a tuple beside params with names and words of their own", () => {
    const pair = [{ type: "number" }, { type: "string", const: "m" }];
    const others = { itemId: { type: "string" }, "tags[]": { type: "string", const: "x" } };
    const { listed, lines, takes } = importOf(
      toolWith({
        $schema: draft07,
        type: "object",
        properties: { ...others, pos: { type: "array", items: pair, additionalItems: false, minItems: 2 } },
        required: ["itemId"],
        additionalProperties: false,
      }),
    );
    expect(listed.inputSchema).toEqual({
      type: "object",
      properties: { ...others, pos: { type: "array", prefixItems: pair, items: false, minItems: 2 } },
      required: ["itemId"],
      additionalProperties: false,
    });
    expect(lines).toEqual([
      "reworded",
      "items: it is spelled otherwise since 2020-12 → prefixItems (do_it /tools/0/inputSchema/properties/pos)",
      "additionalItems: it is spelled otherwise since 2020-12 → items (do_it /tools/0/inputSchema/properties/pos)",
      "$schema: what is written now is JSON Schema 2020-12 → nothing, which means that (do_it /tools/0/inputSchema)",
    ]);
    const verdicts = [[1, "m"], [1, "n"], [1], [1, "m", 2]].map((pos) => takes({ itemId: "7", pos }));
    expect(verdicts).toEqual([true, false, false, false]);
  });

  test("what a param asks for: names, and a schema", () => {
    const properties = { card: { type: "string" }, address: { type: "string" }, points: { type: "integer" } };
    const one = { properties: { points: { type: "integer", minimum: 1 } } };
    const { listed, lines, takes } = importOf(
      toolWith({ type: "object", properties, dependencies: { card: ["address"], points: one } }),
    );
    expect(listed.inputSchema).toEqual({
      type: "object",
      properties,
      dependentRequired: { card: ["address"] },
      dependentSchemas: { points: one },
    });
    expect(lines).toEqual([
      "reworded",
      "dependencies: it is spelled otherwise since 2019-09 → dependentRequired and dependentSchemas (do_it /tools/0/inputSchema)",
    ]);
    const given = [{ card: "1" }, { card: "1", address: "here" }, { points: 0 }, { points: 1 }, {}];
    expect(given.map(takes)).toEqual([false, true, false, true, true]);
  });

  test("bounds, null, and what says nothing", () => {
    const { listed, lines, takes } = importOf(
      toolWith({
        type: "object",
        properties: {
          above: { type: "number", minimum: 3, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
          some: { type: "string", nullable: true, description: "A text or nothing" },
          listed: { type: "array", items: { type: "integer", nullable: true }, additionalItems: false },
          either: { anyOf: [{ type: "string" }, { type: "integer" }], nullable: true, title: "Either" },
        },
      }),
    );
    expect(listed.inputSchema).toEqual({
      type: "object",
      properties: {
        above: { type: "number", exclusiveMinimum: 3, maximum: 9 },
        some: { type: ["string", "null"], description: "A text or nothing" },
        listed: { type: "array", items: { type: ["integer", "null"] } },
        either: { anyOf: [{ anyOf: [{ type: "string" }, { type: "integer" }] }, { type: "null" }], title: "Either" },
      },
    });
    expect(lines).toHaveLength(6);
    expect(lines[0]).toBe("reworded");
    const calls = [{ above: 3 }, { above: 4 }, { some: null }, { listed: [null] }, { either: null }, { either: true }];
    expect(calls.map(takes)).toEqual([false, true, true, true, true, false]);
  });

  test("of a result, too", () => {
    const output = { type: "object", properties: { at: { type: "array", items: [{ type: "number" }] } } };
    const { listed } = importOf(toolWith({ type: "object", properties: {} }, { outputSchema: output }));
    expect(listed.outputSchema).toEqual({
      type: "object",
      properties: { at: { type: "array", prefixItems: [{ type: "number" }] } },
    });
  });

  test("of an OpenAPI document without a word", () => {
    const parameters = [
      { name: "userId", in: "query", schema: { type: "string", const: "x" } },
      { name: "sort", in: "query", schema: { $ref: "#/components/schemas/Sort" } },
    ];
    const api = readOpenApi({
      openapi: "3.0.3",
      info: { title: "T", version: "1" },
      paths: { "/p": { get: { operationId: "do_it", parameters } } },
      components: { schemas: { Sort: { type: "integer", nullable: true, minimum: 1, exclusiveMinimum: true } } },
    });
    const { listed, lines } = importOf(api?.tools[0] ?? {});
    expect(listed.inputSchema).toMatchObject({
      properties: { userId: { type: "string", const: "x" }, sort: { $ref: "#/$defs/Sort" } },
      $defs: { Sort: { type: ["integer", "null"], exclusiveMinimum: 1 } },
    });
    expect(lines).toEqual([]);
  });
});

describe("a param that can't stand is written in words, and the rest stays", () => {
  const others = {
    idOrName: { type: "string", const: "x" },
    pair: { type: "array", prefixItems: [{ type: "number" }, { type: "string" }] },
  };
  const slow = { type: "string", pattern: "^(a+)+$" };

  test.each<[string, JsonObject, JsonObject, string]>([
    [
      "a pattern that may take too long",
      { type: "object", properties: { innerName: slow } },
      { type: "object", properties: { innerName: { type: "string" } } },
      "/properties/badOne/properties/innerName",
    ],
    ["a reference that leads nowhere", { $ref: "#/$defs/gone" }, {}, "/properties/badOne"],
    [
      "a default that a schema file can't hold",
      { type: "number", default: 1e21 },
      { type: "number" },
      "/properties/badOne",
    ],
  ])("%s", (_title, badOne, written, place) => {
    const { listed, lines } = importOf(
      toolWith({ type: "object", properties: { ...others, badOne }, required: ["idOrName"] }),
    );
    expect(listed.inputSchema).toEqual({
      type: "object",
      properties: { ...others, badOne: written },
      required: ["idOrName"],
    });
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`(do_it /tools/0/inputSchema${place})`);
  });

  test("unless another refers to it: then all are, under their own names", () => {
    const { listed } = importOf(
      toolWith({ type: "object", properties: { idOrName: { $ref: "#/properties/badOne" }, badOne: slow } }),
    );
    expect(listed.inputSchema).toMatchObject({
      properties: { idOrName: { type: "string" }, badOne: { type: "string" } },
    });
  });
});
