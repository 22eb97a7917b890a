import { expect, test } from "vitest";
import { diffLists } from "../../src/compiler/diff/diff-lists.ts";
import { acceptedParamNames } from "../../src/compiler/diff/listed/param-names.ts";
import type { Json } from "../../src/contract/json.ts";
import { toolWith } from "../schema/arbitraries.ts";
import { catalogOf, field } from "./cases/build.ts";

// A catalog beside a list is what it publishes, and takes the other names of its params all the same.

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

test("a param that answers to its old name is no break, and its place is that in the list", () => {
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

test("a name that was accepted and is no more is told of", () => {
  const moved = found(list("words"), list("words", { type: "string", maxLength: 90 }), {
    paramNames: { base: paramNames },
  });
  expect(moved).toContainEqual([expect.any(String), "param-alias-removed", expect.any(String)]);
});
