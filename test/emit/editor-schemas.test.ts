import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { compile } from "../../src/compiler/compile.ts";

const root = resolve(import.meta.dirname, "../golden/compile/notes");
const sources = readdirSync(join(root, "schema"), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path: relative(root, path).split(sep).join("/"), text: readFileSync(path, "utf8") }));
const files = compile(sources).value?.files ?? [];

/** The judge of an editor: JSON Schema draft-07. */
function judge(kind: string): (value: unknown) => boolean {
  const text = files.find((file) => file.path === `generated/.cache/spec/${kind}.schema.json`)?.text ?? "";
  const validate = new Ajv({ strict: false, unicodeRegExp: true }).compile(JSON.parse(text));
  return (value) => validate(value) === true;
}

const kinds: readonly (readonly [string, RegExp])[] = [
  ["catalog", /^schema\/catalog\.yaml$/],
  ["params", /^schema\/params\.yaml$/],
  ["types", /^schema\/types\//],
  ["tool", /^schema\/tools\//],
];

describe.each(kinds)("the editor schema of %s files", (kind, where) => {
  test("accepts what the compiler accepts", () => {
    const texts = sources.filter((file) => where.test(file.path));
    expect(texts.length).toBeGreaterThan(0);
    for (const { path, text } of texts) expect([path, judge(kind)(parse(text))]).toEqual([path, true]);
  });
});

test("families and errors with nothing behind them are fine, params are not", () => {
  const catalog = parse(sources.find((file) => file.path === "schema/catalog.yaml")?.text ?? "");
  expect(judge("catalog")({ ...catalog, families: null, errors: null })).toBe(true);
  expect(judge("tool")({ ...list, params: null })).toBe(false);
});

const list = parse(sources.find((file) => file.path.endsWith("note_list.yaml"))?.text ?? "");

test.each([
  ["an unknown key", { ...list, sumary: "x" }],
  ["a missing key", { ...list, effects: undefined, summary: undefined }],
  ["a key of another type", { ...list, params: { words: { type: "string", items: { type: "string" } } } }],
  ["a param without a type", { ...list, params: { words: { description: "x" } } }],
  ["an unknown type", { ...list, params: { words: { type: "text" } } }],
  ["an array without items", { ...list, params: { words: { type: "array" } } }],
])("the editor schema of tools refuses %s", (_, tool) => {
  expect(judge("tool")(JSON.parse(JSON.stringify(tool)))).toBe(false);
});

test("names of this catalog are offered where the language wants one", () => {
  const text = files.find((file) => file.path === "generated/.cache/spec/tool.schema.json")?.text ?? "";
  const { tool, tierNames, errorNames } = JSON.parse(text).definitions;
  const { properties } = tool;
  expect(properties.tier.anyOf[1]).toEqual({ $ref: "#/definitions/tierNames" });
  expect(tierNames.anyOf).toEqual([
    { type: "string", enum: ["essential"], enumDescriptions: ["🔴 ESSENTIAL: What every agent needs"] },
    { type: "string", enum: ["common"], enumDescriptions: ["🟡 COMMON: Often useful"] },
  ]);
  expect(errorNames.anyOf).toEqual([
    { type: "string", enum: ["NOTE_EXISTS"], enumDescriptions: ["a note titled '{title}' exists ({id})"] },
  ]);
  expect(properties.tier.description).toBe("How important it is: a tier of catalog.yaml");
});
