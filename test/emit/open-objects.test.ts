import { expect, test } from "vitest";
import type { Catalog, Field } from "../../src/compiler/catalog/catalog.ts";
import type { TypeNode } from "../../src/compiler/catalog/type-node.ts";
import { compile } from "../../src/compiler/compile.ts";
import { emit } from "../../src/compiler/emit/emit.ts";
import { importCatalog } from "../../src/compiler/import/import-catalog.ts";
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
function errorsOfImport(...schemas: readonly object[]): string {
  const tools = schemas.map((inputSchema, index) => ({ name: `t_${index}`, description: "x", inputSchema }));
  const imported = importCatalog({ tools }, { server: "lists" });
  const sources = (imported?.files ?? []).filter(({ path }) => path.startsWith("schema/"));
  const { value, diagnostics } = compile(sources);
  expect(diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message)).toEqual([]);
  return typeErrors(value?.files ?? []);
}

test("imported schemas that close no object pass the type checker", () => {
  const inner = { type: "object", properties: { a: { type: "string" } } };
  const held = { type: "object", properties: { line: inner }, required: ["line"] };
  // The second one stands in YAML as it is.
  const written = { ...held, properties: { held: { ...held, not: { required: ["b"] } } } };
  expect(errorsOfImport(held, { type: "object", properties: { held } }, written)).toBe("");
});
