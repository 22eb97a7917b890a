import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Catalog } from "../../src/compiler/catalog/catalog.ts";
import { currentTools } from "../../src/compiler/catalog/versions.ts";
import { emitAnthropic, emitGemini, emitOpenAi } from "../../src/compiler/emit/emitters/interop.ts";
import {
  anthropicTool,
  argumentsOf,
  type Definition,
  geminiTool,
  openAiTool,
} from "../../src/compiler/emit/interop/definitions.ts";
import { anthropic, type Dialect, gemini, openAiStrict } from "../../src/compiler/emit/interop/dialect.ts";
import { type DialectSchema, restrict } from "../../src/compiler/emit/interop/restrict.ts";
import { strictReasons } from "../../src/compiler/emit/interop/strict-reasons.ts";
import { compileCheck } from "../../src/compiler/schema/validate.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json.ts";
import type { JsonSchema } from "../../src/contract/json-schema.ts";
import { omitNulls } from "../../src/contract/omit-nulls.ts";
import { anyType, catalog as bare, toolWith, valuesNear } from "../schema/arbitraries.ts";
import { richCatalog } from "./rich-catalog.ts";
import { typeErrors } from "./type-check.ts";

const own = JSON.parse(
  readFileSync(join(import.meta.dirname, "..", "..", "generated", ".cache", "catalog.json"), "utf8"),
) as Catalog;

/** What each API refuses, written down again from its documents and not from our tables. */
const refused: { readonly [api: string]: (schema: DialectSchema, isRoot: boolean) => readonly string[] } = {
  anthropic: (schema, isRoot) =>
    isRoot ? ["anyOf", "oneOf", "allOf", "not"].filter((keyword) => keyword in schema) : [],
  openai: (schema) => {
    const problems = [
      "oneOf",
      "allOf",
      "not",
      "if",
      "default",
      "minLength",
      "maxLength",
      "uniqueItems",
      "examples",
    ].filter((keyword) => keyword in schema);
    if (isJsonObject(schema.properties as Json)) {
      const names = Object.keys(schema.properties as JsonObject);
      const required = (schema.required ?? []) as readonly string[];
      if (schema.additionalProperties !== false) problems.push("open");
      if (names.some((name) => !required.includes(name))) problems.push("optional");
    }
    if (schema.type === undefined && schema.anyOf === undefined && schema.$ref === undefined) problems.push("untyped");
    return problems;
  },
  gemini: (schema) => {
    const problems = Object.keys(schema).filter(
      (keyword) =>
        ![
          "type",
          "format",
          "description",
          "nullable",
          "enum",
          "properties",
          "required",
          "items",
          "minItems",
          "maxItems",
          "minimum",
          "maximum",
          "anyOf",
        ].includes(keyword),
    );
    if (schema.type === undefined && schema.anyOf === undefined) problems.push("untyped");
    if (Array.isArray(schema.type)) problems.push("type list");
    if (Array.isArray(schema.enum) && schema.enum.some((value) => typeof value !== "string")) problems.push("enum");
    if (schema.type === "array" && schema.items === undefined) problems.push("no items");
    return problems;
  },
};

function problemsOf(api: string, schema: DialectSchema, isRoot = true): readonly string[] {
  const nested = [
    ...Object.values((schema.properties ?? {}) as { [name: string]: DialectSchema }),
    ...Object.values((schema.$defs ?? {}) as { [name: string]: DialectSchema }),
    ...((schema.anyOf ?? []) as readonly DialectSchema[]),
    ...(schema.items === undefined ? [] : [schema.items as DialectSchema]),
  ];
  return [...(refused[api]?.(schema, isRoot) ?? []), ...nested.flatMap((child) => problemsOf(api, child, false))];
}

describe.each([
  ["a catalog with every kind of type", richCatalog()],
  ["this repository's catalog", own],
])("%s", (_, catalog) => {
  const tools = currentTools(catalog);

  it("is described to Anthropic in schemas that it takes", () => {
    const defined = tools.map((tool) => anthropicTool(tool, catalog).definition);
    expect(defined.flatMap((tool) => problemsOf("anthropic", tool.input_schema as DialectSchema))).toEqual([]);
    expect(defined.map((tool) => tool.name)).toEqual(tools.map((tool) => tool.name));
  });

  it("is described to OpenAI strictly where its rules allow it, and else with the reason", () => {
    for (const tool of tools) {
      const { definition, dropped } = openAiTool(tool, catalog);
      const reasons = dropped.filter(({ keyword }) => keyword === "strict");
      expect(reasons.length === 0).toBe(definition.strict);
      if (definition.strict === true) expect(problemsOf("openai", definition.parameters as DialectSchema)).toEqual([]);
      expect(String(definition.description).length).toBeLessThanOrEqual(1024);
    }
  });

  it("is described to Gemini in its part of OpenAPI", () => {
    for (const tool of tools) {
      const { definition } = geminiTool(tool, catalog);
      const { parameters } = definition;
      if (parameters !== undefined) expect(problemsOf("gemini", parameters as DialectSchema)).toEqual([]);
    }
  });

  it("gives the same bytes every time, below generated/interop/", () => {
    for (const emitter of [emitAnthropic, emitOpenAi, emitGemini]) {
      expect(emitter(catalog)).toEqual(emitter(structuredClone(catalog)));
      for (const { path } of emitter(catalog))
        expect(path).toMatch(/^generated\/interop\/[a-z]+(\.dropped)?\.(json|ts)$/);
    }
  });
});

it("tells exactly what Gemini can't say, and says it in words", () => {
  const tool = toolWith([
    {
      name: "title",
      type: { kind: "string", trim: true, minLength: 3, maxLength: 80 },
      required: true,
      description: "Title of the note.",
    },
    { name: "weight", type: { kind: "number", above: 0, multipleOf: 0.5 }, required: false, default: 1 },
    { name: "tree", type: { kind: "ref", name: "Tree", nullable: true }, required: false },
    { name: "extra", type: { kind: "json" }, required: false },
  ]);
  const { definition, dropped }: Definition = geminiTool(tool, bare);
  expect(definition).toEqual({
    name: "note_create",
    description: "E | Create a note. REQUIRED: title. Optional: weight, tree, extra.",
    parameters: {
      type: "object",
      properties: {
        title: {
          type: "string",
          description: "Title of the note (at least 3 characters; at most 80 characters)",
        },
        weight: { type: "number", description: "more than 0; a multiple of 0.5; default 1" },
        tree: {
          anyOf: [
            {
              type: "object",
              properties: {
                label: { type: "string", description: "not blank" },
                children: { type: "array", items: { type: "object", description: "another Tree" } },
              },
              required: ["label"],
            },
          ],
          nullable: true,
        },
        extra: { type: "object" },
      },
      required: ["title"],
    },
  });
  expect(dropped.map(({ at, keyword, effect }) => `${at} ${keyword} ${effect}`)).toEqual([
    "/properties/title pattern wider",
    "/properties/title minLength wider",
    "/properties/title maxLength wider",
    "/properties/weight exclusiveMinimum wider",
    "/properties/weight multipleOf wider",
    "/properties/weight default same",
    "/properties/tree/anyOf/0/properties/label pattern wider",
    "/properties/tree/anyOf/0/properties/children/items $ref wider",
    "/properties/tree/anyOf/0 additionalProperties wider",
    "/properties/extra type narrower",
  ]);
});

describe("what an API's schema lets through", () => {
  const dialects: readonly Dialect[] = [anthropic, openAiStrict, gemini];
  const samples = fc.tuple(anyType, fc.boolean()).chain(([type, required]) => {
    const tool = toolWith([{ name: "x", type, required }]);
    const given = fc.oneof(
      { weight: 6, arbitrary: valuesNear(type).map((x): JsonObject => ({ x })) },
      { weight: 1, arbitrary: fc.constant<JsonObject>({}) },
    );
    return given.map((args) => ({ schema: argumentsOf(tool, bare), args }));
  });

  it.each(dialects.map((dialect) => [dialect.name, dialect] as const))(
    "%s: differs from the tool's own only as its list says",
    (_, dialect) => {
      let wider = 0;
      let narrower = 0;
      fc.assert(
        fc.property(samples, ({ schema, args }) => {
          if (dialect.strict && strictReasons(schema).length > 0) return;
          const { schema: shown, dropped } = restrict(schema, dialect);
          const accepts = compileCheck(asJsonSchema(shown));
          const original = compileCheck(schema);
          if (!dropped.some(({ effect }) => effect === "wider") && accepts(args)) {
            wider++;
            expect(original(dialect.strict ? omitNulls(schema, args) : args)).toBe(true);
          }
          const sent = dialect.strict ? (withNulls(schema, schema, args) as JsonObject) : args;
          if (!dropped.some(({ effect }) => effect === "narrower") && original(args)) {
            narrower++;
            expect(accepts(sent)).toBe(true);
          }
        }),
        { numRuns: 2000 },
      );
      // The law is only worth something where it was asked.
      expect(wider).toBeGreaterThan(100);
      expect(narrower).toBeGreaterThan(100);
    },
  );

  it("comes back from a strict call as it was meant", () => {
    fc.assert(
      fc.property(samples, ({ schema, args }) => {
        if (strictReasons(schema).length > 0 || !compileCheck(schema)(args)) return;
        const back = omitNulls(schema, withNulls(schema, schema, args) as JsonObject);
        expect(compileCheck(schema)(back)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

it("prints a way back that type-checks beside the validators", () => {
  const files = emitOpenAi(richCatalog()).filter(({ path }) => path.endsWith(".ts"));
  expect(files.map(({ path }) => path)).toEqual(["generated/interop/openai.ts"]);
  const validators = currentTools(richCatalog()).map(({ name }) => ({
    path: `generated/.cache/validators/${name}.d.ts`,
    text: 'import type { Validator } from "pegboard/runtime";\nexport declare const input: Validator["input"];\n',
  }));
  expect(typeErrors([...files, ...validators])).toBe("");
});

/** Gemini's `nullable` in the words of JSON Schema. */
function asJsonSchema(schema: DialectSchema): unknown {
  if (Array.isArray(schema)) return schema.map(asJsonSchema);
  if (typeof schema !== "object" || schema === null) return schema;
  const { nullable, ...rest } = schema;
  const inner = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => {
      if (key === "properties" || key === "$defs") {
        const named = Object.entries(value as { [name: string]: DialectSchema });
        return [key, Object.fromEntries(named.map(([name, child]) => [name, asJsonSchema(child)]))];
      }
      return ["items", "anyOf", "additionalProperties"].includes(key)
        ? [key, asJsonSchema(value as DialectSchema)]
        : [key, value];
    }),
  );
  return nullable === true ? { anyOf: [inner, { type: "null" }] } : inner;
}

/** What a strict model sends: null for everything that it leaves out. */
function withNulls(root: JsonSchema, schema: JsonSchema, value: Json): Json {
  const target = schema.$ref === undefined ? schema : (root.$defs?.[schema.$ref.slice(8)] ?? {});
  if (Array.isArray(value)) return value.map((item) => withNulls(root, target.items ?? {}, item));
  if (!isJsonObject(value) || target.properties === undefined) return value;
  const known = Object.entries(target.properties).map(([name, property]): [string, Json] => {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    return [name, member === undefined ? null : withNulls(root, property, member)];
  });
  return Object.fromEntries(known);
}
