import { expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.ts";

const catalog = `format: 1
server: {name: shop, version: 1.2.0}
tiers: {essential: {badge: ESSENTIAL, summary: All}}
defaults: {tier: essential, since: 1.0.0}
families: {note: {title: Notes, summary: Short texts}}
`;
const types = "Note: {fields: {title: {type: string, max_length: 80, required: true, description: Its title}}}\n";
const head = `name: note_list
title: List notes
summary: List the notes.
effects: {read_only: true, destructive: false, idempotent: true, open_world: false}
`;

function compiled(rest: string) {
  const text = `${head}${rest}`;
  const { value, diagnostics } = compile([
    { path: "schema/catalog.yaml", text: catalog },
    { path: "schema/types/note.yaml", text: types },
    { path: "schema/tools/note/note_list.yaml", text },
  ]);
  const errors = diagnostics.flatMap(({ severity, code, message, help, span }) =>
    severity === "error" ? [`${text.slice(span?.start, span?.end)} ${code}: ${message}; ${help}`] : [],
  );
  return { tool: value?.catalog.tools[0], files: value?.files ?? [], errors };
}

it("stands for a result and two params, behind the tool's own", () => {
  const { tool, errors } = compiled(
    "params:\n  text: {type: string, max_length: 9, description: Part}\npage: {ref: Note}\n",
  );
  expect(errors).toEqual([]);
  expect(tool?.params).toMatchObject([
    { name: "text" },
    { name: "limit", required: false, default: 20, type: { kind: "integer", min: 1, max: 100 } },
    { name: "cursor", required: false, type: { kind: "string", maxLength: 200 } },
  ]);
  expect(tool?.result).toMatchObject({
    kind: "object",
    open: false,
    fields: [
      { name: "items", required: true, type: { kind: "array", items: { kind: "ref", name: "Note" } } },
      { name: "next_cursor", required: false, type: { kind: "string" } },
    ],
  });
});

it("is what an author would write without it, byte for byte", () => {
  const long = `params:
  limit: {type: integer, min: 1, max: 100, default: 20, description: Most items of a page}
  cursor: {type: string, max_length: 200, description: "next_cursor of the page before; absent: the first page"}
result:
  type: object
  fields:
    items: {type: array, items: {ref: Note}, required: true}
    next_cursor: {type: string, description: Cursor of the next page; absent on the last one}
`;
  const apart = (rest: string) =>
    compiled(rest)
      .files.filter(({ path }) => !/manifest\.json$|origins/.test(path))
      .map(({ path, text }) => [path, text]);
  expect(apart("page: {ref: Note}\n")).toEqual(apart(long));
  expect(apart(long).length).toBeGreaterThan(10);
});

it("leaves a param as the tool writes it", () => {
  const { tool, errors } = compiled(
    "params:\n  limit: {type: integer, min: 1, max: 500, default: 50, description: Most}\npage: {type: string}\n",
  );
  expect(errors).toEqual([]);
  expect(tool?.params).toMatchObject([{ name: "limit", default: 50, type: { max: 500 } }, { name: "cursor" }]);
});

it.each([
  ["neither", "errors: []\n", ["name missing-key: the key 'result' is missing; add 'result' or 'page'"]],
  [
    "both",
    "result: {ref: Note}\npage: {ref: Note}\n",
    ["page conflicting-keys: 'result' and 'page' can't be used together; keep one of them"],
  ],
  [
    "items that are not there",
    "page: {ref: Noet}\n",
    ["Noet unknown-type: no type named 'Noet'; did you mean 'Note'?"],
  ],
  ["a mistyped key", "paeg: {ref: Note}\n", ["paeg unknown-key: unknown key 'paeg'; did you mean 'page'?"]],
])("reports at its place: %s", (_title, rest, expected) => {
  expect(compiled(rest).errors).toEqual(expected);
});
