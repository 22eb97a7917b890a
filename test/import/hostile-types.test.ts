import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TypeScriptToModel } from "@sinclair/typebox-codegen";
import { afterAll, afterEach, expect, test } from "vitest";
import { readCode } from "../../src/compiler/import/typescript/read-code.ts";

// TypeScript files whose authors want something else than a catalog. The library that makes a model of types runs what it reads.

const folder = mkdtempSync(join(tmpdir(), "pegboard-hostile-types-"));
const canary = join(folder, "canary");
afterEach(() => rmSync(canary, { force: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const code = `require("node:fs").writeFileSync(${JSON.stringify(canary)},"")`;
const run = `(globalThis.process.getBuiltinModule("node:fs").writeFileSync(${JSON.stringify(canary)},""))`;

test("the reader of the model runs what it finds in comments: that is why it gets none", () => {
  const holder: { seen?: true } = globalThis as never; // the one place where code without an import can write
  TypeScriptToModel.Generate("/** @x (globalThis.seen = true)\n */\nexport interface A { a: string }");
  expect(holder.seen).toBe(true);
  delete holder.seen;
});

test.each([
  ["a comment of a type", `/** @x ${run}\n */\nexport interface A { a: string }\nexport function f(a: A): void {}`],
  ["a comment of a member", `export function f(a: {\n /** @x ${run}\n */\n a: string }): void {}`],
  ["a comment of a param", `/** @param a @x ${run}\n @default ${run}\n */\nexport function f(a: string): void {}`],
  ["a computed name", `export function f(a: { [${run}]: string; b: string }): void {}`],
  ["a name in quotes", `export function f(a: { "'+${run}+'": string }): void {}`],
  [
    "a literal",
    `export function f(a: "'+${run.replaceAll('"', "`")}+'" | '"+${code.replaceAll("'", "`")}+"'): void {}`,
  ],
  [
    "a literal that ends the type",
    `export function f(a: '"; export interface X { [${run}]: string }; type Y = "'): void {}`,
  ],
  ["a template", `export function f(a: \`\${string}'+${run.replaceAll('"', '\\"')}+'\`): void {}`],
  ["a value of an enum", `enum E { a = ${run} }\nexport function f(a: E): void {}`],
  ["a base", `interface A extends ${run}<string> { a: string }\nexport function f(a: A): void {}`],
  ["a reference", `export function f(a: globalThis.process.exit<3>, b: process.exit<3>): void {}`],
  ["a query", `export function f(a: typeof ${run}, b: import("node:fs").Stats): void {}`],
  ["a default", `export function f(a = ${run}, b: string): void {}`],
  ["an indexed type", `export function f(a: (typeof ${run})[number]): void {}`],
  ["a type argument", `type G<T = typeof process> = { g: T };\nexport function f(a: G<typeof ${run}>, b: G): void {}`],
  ["names of prototypes", "export function __proto__(constructor: string, toString: { __proto__: string }): void {}"],
])("%s is not run", async (_, text) => {
  const { tools } = readCode({ path: "hostile.ts", text }, (declarations) => ({
    types: TypeScriptToModel.Generate(declarations).types.map((type) => ({ ...type })),
  }));
  expect([tools.length, existsSync(canary)]).toEqual([1, false]);
});
