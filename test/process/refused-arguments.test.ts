import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pegboard } from "./run-pegboard.ts";

// What a caller reads whose arguments break a schema of another server, with keywords that YAML has no words for.

const folder = mkdtempSync(join(tmpdir(), "pegboard-refused-"));
const catalog = join(folder, "catalog");

const schemas = {
  pick: {
    properties: { a: { type: "string" }, b: { type: "string" } },
    oneOf: [{ required: ["a"] }, { required: ["b"] }],
  },
  decide: {
    allOf: [{ properties: { c: { type: "string" } }, required: ["c"] }],
    if: { properties: { c: { const: "x" } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { d: { type: "integer" } }, required: ["d"] },
  },
  unnamed: { properties: { "": { type: "string" }, "1x": { type: "integer" }, "2, y": { type: "integer" } } },
  open: { additionalProperties: { type: "integer" } },
  none: { properties: {}, additionalProperties: false },
};

beforeAll(async () => {
  const tools = Object.entries(schemas).map(([name, schema]) => ({
    name,
    description: `Try ${name} for the user.`,
    inputSchema: { type: "object", ...schema },
  }));
  writeFileSync(join(folder, "tools.json"), JSON.stringify({ tools }));
  expect((await pegboard(["import", join(folder, "tools.json"), "--into", catalog])).code).toBe(0);
  expect((await pegboard(["generate", "--catalog", catalog])).code).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each<[string, object, readonly string[]]>([
  ["pick", {}, ["- arguments: expected exactly one of 'a', 'b', found none of them", "Hint: optional: a, b"]],
  [
    "pick",
    { a: "x", b: "y" },
    ["- arguments: expected exactly one of 'a', 'b', found 2 of them", "Hint: optional: a, b"],
  ],
  ["decide", { c: "x" }, ["- d: expected an integer, found nothing", "Hint: required params: c; optional: d"]],
  ["unnamed", { "1x": "q" }, ['- 1x: expected an integer, found the text "q"', "Hint: optional: '', 1x, '2, y'"]],
  ["open", { n: "q" }, ['- n: expected an integer, found the text "q"']],
  ["none", { n: 1 }, ["- n: expected a known name, found an unknown name", "Hint: the tool takes no params"]],
])("%s with %j", async (tool, given, lines) => {
  const words = ["call", "--catalog", catalog, "--yes", tool, JSON.stringify(given)];
  const { code, stderr } = await pegboard(words, { env: { PEGBOARD_USAGE: "off" } });
  expect(code).toBe(4);
  const [first, ...rest] = stderr.trimEnd().split("\n");
  expect(first).toBe(`error: INVALID_ARGUMENTS: the arguments of '${tool}' break its contract`);
  expect(rest).toEqual(lines);
});
