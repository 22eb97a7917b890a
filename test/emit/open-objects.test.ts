import { expect, test } from "vitest";
import type { Catalog, Field } from "../../src/compiler/catalog/catalog.ts";
import type { TypeNode } from "../../src/compiler/catalog/type-node.ts";
import { compile } from "../../src/compiler/compile.ts";
import { emit } from "../../src/compiler/emit/emit.ts";
import { importCatalog } from "../../src/compiler/import/import-catalog.ts";
import type { SourceFile } from "../../src/diagnostics/source-file.ts";
import { field, richCatalog, string, tool } from "./rich-catalog.ts";
import { type CheckerSettings, typeErrors } from "./type-check.ts";

// Objects that may have any member, with objects of the same kind inside them: every member has to fit what the rest may be.

const loose: CheckerSettings = { exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false };

const open = (...fields: readonly Field[]): TypeNode => ({ kind: "object", open: true, fields });
const listOf = (items: TypeNode): TypeNode => ({ kind: "array", items });
const required = (name: string, type: TypeNode) => field(name, type, { required: true });

const line = open(field("a", string()));
const members = [
  required("line", line),
  required("lines", listOf(line)),
  field("named", { kind: "ref", name: "Line" }),
  field("either", { kind: "union", of: [string(), line] }),
  field("deep", open(required("deeper", open(required("line", line))))),
  field("counted", { kind: "object", open: { kind: "integer" }, fields: [field("a", { kind: "integer" })] }),
  field("map", { kind: "object", open: line, fields: [] }),
];

const notes = tool("notes", { params: members, result: open(...members), returns: open(...members) });

function catalogWith(more: Partial<Catalog>): Catalog {
  const catalog = richCatalog();
  const types = [
    { name: "Line", family: "notes", type: line },
    { name: "Lines", family: "notes", type: open(field("of", { kind: "ref", name: "Lines" })) },
  ];
  return { ...catalog, types: [...catalog.types, ...types], tools: [...catalog.tools, notes], ...more };
}

test.each([
  ["strict", {}],
  ["`strict` alone", loose],
])("open objects in open objects pass the type checker: %s", (_, settings) => {
  expect(typeErrors(emit(catalogWith({}), new Map()), settings)).toBe("");
});

test("so do those beside params that no name is known of", () => {
  const passed = { ...notes, params: [required("lines", listOf(line))], unknownParams: "pass" as const };
  const { tools } = richCatalog();
  expect(typeErrors(emit(catalogWith({ tools: [...tools, passed] }), new Map()), loose)).toBe("");
});

test("only what does not fit Json has another type for the rest, and handlers read and give it as it is", () => {
  const { tools } = richCatalog();
  const result = open(required("lines", listOf(line)), field("meta", open()));
  const named = (name: string, type: TypeNode) => tool(name, { result: type, returns: type });
  const files = emit(
    catalogWith({ tools: [...tools, named("narrow", open(field("a", string()))), named("wide", result)] }),
    new Map(),
  );
  const text = (name: string) => files.find(({ path }) => path === `generated/contracts/${name}.ts`)?.text ?? "";
  expect(text("narrow")).not.toContain("OpenJson");
  expect(text("wide")).toContain("readonly [key: string]: OpenJson | undefined;");
  const handler = `import { type Handler, type Json, ok } from "pegboard/runtime";
import type { Wide, WideOutput } from "../generated/contracts/wide.ts";
declare const json: Json;
export const wide: Handler<Wide, object> = () => ok({ lines: [{ a: "b", more: [json] }], other: { json }, meta: { json } });
export const known = (given: WideOutput): string | undefined => given.lines[0]?.a;
export const wrong: Handler<Wide, object> = () => ok({ lines: [{ a: 1 }] });
export const noJson: Handler<Wide, object> = () => ok({ lines: [], other: () => 1 });
`;
  const said = typeErrors([...files, { path: "src/use.ts", text: handler }]);
  expect(said.match(/src\/\w+\.ts\(\d+/g)).toEqual(["src/use.ts(6", "src/use.ts(7"]);
});

/** What the type checker says of the project that a list of tools is imported as. */
function errorsOfImport(schemas: readonly object[], ...more: readonly SourceFile[]): string {
  const tools = schemas.map((inputSchema, index) => ({ name: `t_${index}`, description: "x", inputSchema }));
  const imported = importCatalog({ tools }, { server: "lists" });
  const sources = (imported?.files ?? []).filter(({ path }) => path.startsWith("schema/"));
  const { value, diagnostics } = compile(sources);
  expect(diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message)).toEqual([]);
  return typeErrors([...(value?.files ?? []), ...more]);
}

test("imported schemas that close no object pass the type checker", () => {
  const inner = { type: "object", properties: { a: { type: "string" } } };
  const held = { type: "object", properties: { line: inner }, required: ["line"] };
  // The second one stands in YAML as it is.
  const written = { ...held, properties: { held: { ...held, not: { required: ["b"] } } } };
  expect(errorsOfImport([held, { type: "object", properties: { held } }, written])).toBe("");
});

test("options beside the properties of an imported root narrow its type and are not the type", () => {
  const root = { type: "object", properties: { id: { type: "string" }, when: { type: "string" } } };
  const required = [{ required: ["id"] }, { required: ["when"] }];
  const typed = required.map((option) => ({ type: "object", ...option }));
  const schemas = [
    { anyOf: required },
    { oneOf: required },
    { anyOf: typed },
    { additionalProperties: false, anyOf: required },
  ];
  const use = ["t_0", "t_1", "t_2", "t_3"].map((name) => `client.${name.replace("_", "")}({ id: 1 });`);
  const text = [
    'import { type CallTool, openClient } from "../generated/client.ts";',
    "declare const call: CallTool;",
    "const client = openClient(call);",
    'client.t0({ id: "a", when: "b" });',
    ...use,
  ].join("\n");
  const said = errorsOfImport(
    schemas.map((options) => ({ ...root, ...options })),
    { path: "src/use.ts", text },
  );
  expect(said.match(/\w+\.ts\(\d+,\d+\): error \w+/g)).toEqual(
    [5, 6, 7, 8].map((line) => `use.ts(${line},13): error TS2322`),
  );
});

test("options that have types of their own are a union", () => {
  const scalar = { anyOf: [{ type: "string" }, { type: "integer" }] };
  const objects = {
    type: "object",
    anyOf: [{ type: "object", properties: { a: { type: "string" } }, required: ["a"] }, { type: "object" }],
  };
  const inputSchema = {
    type: "object",
    properties: { scalar, objects },
    required: ["scalar", "objects"],
    not: { required: ["b"] },
  };
  const text = `import type { T0Arguments } from "../generated/contracts/t_0.ts";
export const right: readonly T0Arguments["scalar"][] = ["a", 1];
export const wrong: T0Arguments["scalar"] = true;
export const objects: T0Arguments["objects"] = { a: "b" };
export const noObject: T0Arguments["objects"] = "a";
`;
  const said = errorsOfImport([inputSchema], { path: "src/use.ts", text });
  expect(said.match(/\w+\.ts\(\d+/g)).toEqual(["use.ts(3", "use.ts(5"]);
});
