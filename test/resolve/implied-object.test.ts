import { expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.ts";

const catalog = `format: 1
server: {name: shop, version: 1.2.0}
tiers: {essential: {badge: ESSENTIAL, summary: All}}
defaults: {tier: essential, since: 1.0.0}
families: {note: {title: Notes, summary: Short texts}}
`;
const title = "title: {type: string, max_length: 80, required: true, description: Its title}";

function compiled(tool: string, params = `box: {type: object, fields: {${title}}, description: A box}\n`) {
  const { value, diagnostics } = compile([
    { path: "schema/catalog.yaml", text: catalog },
    { path: "schema/params.yaml", text: params },
    {
      path: "schema/tools/note/note_list.yaml",
      text: `name: note_list
title: List notes
summary: List the notes.
effects: {read_only: true, destructive: false, idempotent: true, open_world: false}
${tool}`,
    },
  ]);
  const errors = diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ code, message }) => `${code}: ${message}`);
  const files = (value?.files ?? []).filter(({ path }) => !path.endsWith("manifest.json"));
  return { errors, texts: files.map(({ path, text }) => [path, text]) };
}

it("what has fields is an object, wherever a type may stand", () => {
  const tool = (type: string) => `params:
  filter: {${type}fields: {${title}, inner: {${type}fields: {${title}}, description: Within}}, description: Which}
  box: {use: box}
result:
  ${type.replace(", ", "\n  ")}fields:
    notes: {type: array, items: {${type}fields: {${title}}}, required: true, description: All}
`;
  const said = compiled(tool("type: object, "));
  const unsaid = compiled(tool(""), `box: {fields: {${title}}, description: A box}\n`);
  expect(said.errors).toEqual([]);
  expect(said.texts.length).toBeGreaterThan(10);
  expect(unsaid).toEqual(said);
});

it.each([
  ["another type", "{type: string, fields: {}}", "key-not-for-type: the type 'string' has no key 'fields'"],
  ["a reference beside", "{ref: Note, fields: {}}", "key-not-for-type: the type 'ref' has no key 'fields'"],
  [
    "neither",
    "{description: What}",
    "missing-type: the type is missing in 'result': add one of 'type', 'ref', 'schema'",
  ],
])("reports as before: %s", (_title, type, message) => {
  expect(compiled(`result: ${type}\n`).errors.join("\n")).toContain(message);
});
