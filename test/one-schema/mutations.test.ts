import { Ajv2020 } from "ajv/dist/2020.js";
import { transformSync } from "esbuild";
import fc from "fast-check";
import { type TSchema, Type } from "typebox";
import { Check } from "typebox/value";
import { expect, test } from "vitest";
import type { Catalog, Tool } from "../../src/compiler/catalog/catalog.ts";
import { moduleText } from "../../src/compiler/emit/module-text.ts";
import { printParams, printTypeBox, type TypeBoxScope } from "../../src/compiler/emit/print-typebox.ts";
import { inputSchema, outputSchema } from "../../src/compiler/schema/json-schema.ts";
import { compileCheck } from "../../src/compiler/schema/validate.ts";
import { formatPatterns } from "../../src/contract/formats.ts";
import { isJsonObject, type Json } from "../../src/contract/json.ts";
import type { JsonSchema } from "../../src/contract/json-schema.ts";
import { fitsBytes, hasFormat } from "../../src/contract/text-checks.ts";
import { richCatalog } from "../emit/rich-catalog.ts";
import { readTools } from "./read-catalogs.ts";
import { valuesNear } from "./values-near.ts";

// A law that holds whatever the code does proves nothing. Here one keyword at a time is left out of one of the three
// readings of a schema (the TypeBox source, the printed validator, the list), and the values that the property test draws
// have to show each time that it no longer agrees with the other two.

/** So many values must show each mutant. Nine tenths of them are drawn only where the first ones don't show all. */
const samples = 12_000;

// One for all schemas: it compiles the schema of schemas once.
const ajv = new Ajv2020({ strict: false, ownProperties: true, formats: formatPatterns });

const rich = richCatalog();
// Values near a schema don't follow anchors and conditions. What authors write whole in JSON files is held by the JSON Schema
// Test Suite instead, keyword by keyword (test/json-schema/schema-files.test.ts).
const cases: readonly { readonly title: string; readonly tool: Tool; readonly catalog: Catalog }[] = [
  ...(await readTools()).filter(({ catalog, tool }) => catalog.server.name !== "pegboard" && tool.wholeInput !== true),
  ...rich.tools.map((tool) => ({ title: `rich: ${tool.name}`, tool, catalog: rich })),
];

test.each(cases)("$title: what a keyword demands is missed in each reading that lacks it", ({ tool, catalog }) => {
  const scope: TypeBoxScope = {
    catalog,
    file: moduleText("test"),
    typesFrom: "types",
    form: "sent",
    plans: {},
    named: new Map(),
    printed: new Map(),
  };
  const sides = [
    {
      schema: inputSchema(tool, catalog, true),
      print: (one: JsonSchema) => printParams(one, noPlan, scope),
    },
    {
      schema: outputSchema(tool, catalog, true),
      print: (one: JsonSchema) => printTypeBox(one, scope),
    },
  ];
  for (const { schema, print } of sides) {
    const drawn = (numRuns: number) => fc.sample(valuesNear(schema), { numRuns, seed: 7 });
    const first = drawn(samples / 10);
    let all: readonly Json[] | undefined;
    const allValues = () => {
      all ??= drawn(samples);
      return all;
    };
    const readings = {
      validator: (one: JsonSchema) => compileCheck(one),
      list: (one: JsonSchema): ((value: Json) => boolean) => ajv.compile(one),
      typeBox: (one: JsonSchema) => typeBoxCheck(print(one)),
    };
    for (const [name, read] of Object.entries(readings)) {
      const check = read(schema);
      const whole = first.map((value) => check(value));
      const missed = mutants(schema).filter(({ without: keyword, mutant }) => {
        // Ajv passes over a property of this name.
        if (name === "list" && keyword.includes("__proto__")) return false;
        // The root of arguments is printed as an object, whatever its type.
        if (name === "typeBox" && keyword === "type") return false;
        const mutated = read(mutant);
        return (
          first.every((value, index) => mutated(value) === whole[index]) &&
          allValues().every((value) => mutated(value) === check(value))
        );
      });
      expect({ name, missed: missed.map(({ without }) => without) }).toEqual({ name, missed: [] });
    }
  }
});

/** A limit in bytes would stand in for one in characters. */
const noPlan = { kind: "object", fields: {} } as const;

function typeBoxCheck(source: string): (value: Json) => boolean {
  const { code } = transformSync(`export const value = ${source}`, { loader: "ts", format: "cjs" });
  const made: unknown = new Function("Type", "hasFormat", "fitsBytes", `const module = {}; ${code}; return value;`)(
    Type,
    hasFormat,
    fitsBytes,
  );
  return (value) => Check(made as TSchema, value); // that is what the printed source makes
}

interface Mutant {
  /** Pointer of the keyword. */
  readonly without: string;
  readonly mutant: JsonSchema;
}

/** The schema without one of its assertions, for each of them. */
function mutants(schema: JsonSchema): readonly Mutant[] {
  const found: Mutant[] = [];
  const visit = (at: Json, path: readonly string[], isMap: boolean): void => {
    if (!isJsonObject(at)) {
      if (Array.isArray(at)) for (const [index, child] of at.entries()) visit(child, [...path, String(index)], false);
      return;
    }
    for (const [key, child] of Object.entries(at)) {
      if (!isMap && annotations.has(key)) continue;
      const place = [...path, key];
      // Beside the words of an enum or a reference, the type demands nothing more.
      const isImplied = key === "type" && (at.enum !== undefined || at.$ref !== undefined);
      const isAssertion = !isMap && assertions.has(key) && !isImplied;
      if (isAssertion) found.push({ without: place.join("/"), mutant: without(schema as Json, place) as JsonSchema });
      if (!isMap && values.has(key)) continue;
      visit(child, place, !isMap && maps.has(key));
    }
  };
  visit(schema as Json, [], false);
  return found;
}

const annotations = new Set(["description", "default", "examples", "deprecated"]);
const values = new Set(["enum", "required", "const"]);
const maps = new Set(["properties", "$defs"]);
const assertions = new Set([
  "type",
  "enum",
  "required",
  "pattern",
  "format",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "uniqueItems",
  "additionalProperties",
]);

function without(at: Json, [key = "", ...rest]: readonly string[]): Json {
  if (Array.isArray(at)) return at.map((child: Json, index) => (String(index) === key ? without(child, rest) : child));
  if (!isJsonObject(at)) return at;
  const members = Object.entries(at).filter(([name]) => rest.length > 0 || name !== key);
  return Object.fromEntries(members.map(([name, child]) => [name, name === key ? without(child, rest) : child]));
}
