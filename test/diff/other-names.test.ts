import { expect, test } from "vitest";
import type { Tool } from "../../src/compiler/catalog/catalog.ts";
import { diffLists } from "../../src/compiler/diff/diff-lists.ts";
import { acceptedParamNames } from "../../src/compiler/diff/listed/param-names.ts";
import { acceptedToolNames } from "../../src/compiler/diff/listed/tool-names.ts";
import type { Json } from "../../src/contract/json.ts";
import { toolWith } from "../schema/arbitraries.ts";
import { alias, catalogOf, field, kept, object } from "./cases/build.ts";

// A catalog beside a list is what it publishes, and takes the other names of its tools and params all the same.

const list = (param: string, schema: { readonly [keyword: string]: Json } = { type: "string" }): Json => ({
  tools: [
    {
      name: "note_search",
      description: "Finds notes.",
      inputSchema: {
        type: "object",
        properties: { [param]: { description: "Words of the note.", ...schema }, limit: { type: "integer" } },
        required: [param],
        additionalProperties: false,
      },
    },
  ],
});
const paramNames = acceptedParamNames(
  catalogOf([toolWith([field("words", undefined, { aliases: [{ name: "query" }] })], { name: "note_search" })]),
);
const found = (base: Json, head: Json, options: Parameters<typeof diffLists>[2]) => {
  const report = diffLists(base, head, options);
  return "problem" in report ? report.problem : report.changes.map(({ severity, id, path }) => [severity, id, path]);
};

test("a param that answers to its old name is not a break, and its place is that in the list", () => {
  expect(found(list("query"), list("words"), { paramNames: { head: paramNames } })).toEqual([
    ["INFO", "param-renamed-with-alias", "#/tools/0/inputSchema/properties/words"],
  ]);
  expect(found(list("query"), list("words"), {})).toContainEqual([
    "ERR",
    "param-renamed-without-alias",
    "#/tools/0/inputSchema/properties/words",
  ]);
});

test("what is refused under the new name is a break under the old one", () => {
  const narrowed = found(list("query"), list("words", { type: "string", maxLength: 5 }), {
    paramNames: { head: paramNames },
  });
  expect(narrowed).toContainEqual(["ERR", "param-narrowed", expect.stringContaining("words")]);
  const closed = list("words", { type: "string", not: { pattern: "^[x-z]" } });
  expect(found(list("query"), closed, { paramNames: { head: paramNames } })).toContainEqual([
    "ERR",
    expect.any(String),
    expect.any(String),
  ]);
});

test("a name that is not accepted any more is reported", () => {
  const moved = found(list("words"), list("words", { type: "string", maxLength: 90 }), {
    paramNames: { base: paramNames },
  });
  expect(moved).toContainEqual([expect.any(String), "param-alias-removed", expect.any(String)]);
});

const find = (type = "string"): { readonly [key: string]: Json } => ({
  name: "note_find",
  description: "Finds notes.",
  inputSchema: { type: "object", properties: { q: { type } }, required: ["q"] },
});
const search = {
  ...find(),
  name: "note_search",
  inputSchema: { type: "object", properties: { words: { type: "string" } } },
};
/** What became of the tool in `find`, where a catalog has `note_search` with this alias. */
const under = (changes: Parameters<typeof alias>[0], tool: Partial<Tool> = {}, base: Json = { tools: [find()] }) => {
  const aliases = [alias({ name: "note_find", ...changes })];
  const own = toolWith([field("words", kept)], { name: "note_search", aliases, ...tool });
  return found(base, { tools: [search] }, { toolNames: acceptedToolNames(catalogOf([own])) });
};
const renamed = ["WARN", "tool-renamed-with-alias", "#/tools/0"];
const words = field("q", kept, { required: true });

test("a tool that answers to its old name is not a break", () => {
  expect(under({ params: [words], rename: { q: "words" } })).toEqual([renamed]);
  expect(under({ params: [words], adapt: true })).toEqual([renamed]);
});

test("what the old name does not take any more is a break", () => {
  const refused = ["ERR", "alias-input-incompatible", "#/tools/0"];
  const limited = field("q", { ...kept, maxLength: 5 }, { required: true });
  expect(under({ params: [limited], rename: { q: "words" } })).toEqual([refused, renamed]);
  expect(under({}, { params: [field("words", kept, { required: true })] })).toEqual([refused, renamed]);
});

test("what the old name answers with is compared as well", () => {
  const outputSchema = { type: "object", properties: { count: { type: "integer" } }, required: ["count"] };
  const base = { tools: [{ ...find(), outputSchema }] };
  expect(under({ params: [words], rename: { q: "words" } }, {}, base)).toEqual([
    ["ERR", "alias-output-incompatible", "#/tools/0"],
    renamed,
  ]);
  const result = object([field("count", { kind: "integer" }, { required: true })]);
  expect(under({ params: [words], rename: { q: "words" }, result }, {}, base)).toEqual([renamed]);
});

test("a tool that did not change may answer to the name of one that is gone", () => {
  const base = { tools: [search, find()] };
  expect(under({ params: [words], rename: { q: "words" } }, {}, base)).toEqual([renamed]);
  expect(found(base, { tools: [search] }, {})).toEqual([["ERR", "tool-removed", "base#/tools/1"]]);
});

test("a name that a list could not show is not news, and one that it shows is that tool's", () => {
  const both = { tools: [search, find()] };
  const toolNames = acceptedToolNames(
    catalogOf([toolWith([], { name: "note_search", aliases: [alias({ name: "note_find" }), alias()] })]),
  );
  expect(found(both, both, { toolNames })).toEqual([]);
  expect(found(both, { tools: [search, find("integer")] }, { toolNames })).toEqual([
    ["ERR", expect.any(String), expect.stringContaining("#/tools/1/")],
  ]);
});
