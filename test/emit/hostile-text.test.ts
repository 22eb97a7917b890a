import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { docComment, jsonLiteral, literal } from "../../src/compiler/emit/code-text.ts";
import { emit } from "../../src/compiler/emit/emit.ts";
import { inputSchema } from "../../src/compiler/schema/json-schema.ts";
import { richCatalog } from "./rich-catalog.ts";
import { typeErrors } from "./type-check.ts";

const hostile = [
  "*/ throw new Error('out'); /*",
  "`$" + "{process.exit(1)}`",
  "\"; process.exit(1); '",
  "line\nbreak\r\nand\u2028separators\u2029",
  "\\u0022 \\ \\` $" + "{} {{x}} {{{y}}} {{#if}}",
  "@deprecated <script>alert(1)</script> | a | b |",
  "__proto__",
  "日本語 🔴 \u200b\u202e \0",
  "long".repeat(125),
].join(" ");

test("text of an author that tries to break out of every place leaves code that passes the type checker", () => {
  expect(typeErrors(emit(richCatalog(hostile), new Map()))).toBe("");
});

test("hostile text arrives in a validator's data as it was written", async () => {
  const catalog = richCatalog(hostile);
  const text =
    emit(catalog, new Map()).find((file) => file.path === "generated/.cache/validators/note_create.js")?.text ?? "";
  const folder = mkdtempSync(join(tmpdir(), "pegboard-emit-"));
  try {
    writeFileSync(join(folder, "validator.mjs"), text);
    const module = await import(/* @vite-ignore */ join(folder, "validator.mjs"));
    const tool = catalog.tools.find(({ name }) => name === "note_create");
    if (tool === undefined) throw new Error("the fixture has lost its tool");
    expect(JSON.stringify(module.input)).toBe(JSON.stringify(inputSchema(tool, catalog, true)));
    expect(module.checkInput({ title: hostile.slice(0, 80) })).toBe(true);
    expect(module.checkInput({ title: 1 })).toBe(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("no page of the docs carries an author's HTML", () => {
  const pages = emit(richCatalog(hostile), new Map()).filter((file) => file.path.endsWith(".md"));
  expect(pages.filter((page) => page.text.includes("<script>")).map((page) => page.path)).toEqual([
    // Only inside fenced JSON, where it is shown and not read.
    "generated/docs/tools/note_create.md",
  ]);
  const prose = pages.map((page) =>
    page.text.replaceAll(/^```json\n[\s\S]*?^```$/gm, "").replaceAll(/(?<![`\\])(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, ""),
  );
  expect(prose.filter((text) => text.includes("<script>"))).toEqual([]);
});

/** What the literal means, read by the language itself. */
function evaluate(code: string): unknown {
  return new Function(`"use strict"; return (${code});`)();
}

test("a string literal means the string, whatever it holds", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(evaluate(literal(text))).toBe(text);
    }),
  );
});

test("a literal of JSON means the same JSON, keys like __proto__ included", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value);
      expect(JSON.stringify(evaluate(jsonLiteral(JSON.parse(json))))).toBe(JSON.stringify(JSON.parse(json)));
    }),
  );
  expect(JSON.stringify(evaluate(jsonLiteral(JSON.parse('{"__proto__":{"a":1},"b":2}'))))).toBe(
    '{"__proto__":{"a":1},"b":2}',
  );
});

test("no sign that turns the direction of text around stands in generated code or docs", () => {
  const files = emit(richCatalog("a\u202e b\u2066 c"), new Map()).filter((file) => /\.(ts|js|md)$/.test(file.path));
  expect(files.filter((file) => /[\u202a-\u202e\u2066-\u2069]/.test(file.text)).map((file) => file.path)).toEqual([]);
});

test("nothing in a comment ends it early", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const comment = docComment(`${text}*/`);
      expect(comment.indexOf("*/")).toBe(comment.length - 3);
    }),
  );
});
