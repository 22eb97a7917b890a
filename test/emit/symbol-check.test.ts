import { expect, test } from "vitest";
import type { Tool } from "../../src/compiler/catalog/catalog.ts";
import { camelCase } from "../../src/compiler/emit/identifiers.ts";
import { checkSymbols } from "../../src/compiler/emit/symbol-check.ts";
import { catalogOf } from "../diff/cases.ts";
import { toolWith } from "../schema/arbitraries.ts";

const named = (name: string, aliases: readonly string[] = []): Tool => {
  const tool = toolWith([]);
  return {
    ...tool,
    name,
    aliases: aliases.map((alias) => ({
      name: alias,
      of: "old",
      params: [],
      rename: {},
      set: {},
      defaults: {},
      ignore: [],
      adapt: false,
    })),
  };
};

/** The same tool, whose old names answer in an old form. */
const answering = (tool: Tool): Tool => ({
  ...tool,
  aliases: tool.aliases.map((alias) => ({ ...alias, result: { kind: "object", fields: [], open: true } })),
});

const codesOf = (...tools: Tool[]) =>
  checkSymbols(catalogOf(tools), new Map()).map(({ code, message }) => `${code}: ${message}`);

test("a tool or old name that every object has already is refused", () => {
  expect(codesOf(named("constructor"))).toEqual([
    "symbol-inherited: 'constructor' is a property that every JavaScript object already has",
  ]);
  expect(codesOf(named("note_create", ["constructor"]))).toEqual([
    "symbol-inherited: 'constructor' is a property that every JavaScript object already has",
  ]);
  expect(codesOf(named("note_create", ["add_note"]))).toEqual([]);
});

test("a module never exports `then`, which would make it look like a promise", () => {
  expect(["then", "delete", "note_create"].map(camelCase)).toEqual(["then_", "delete_", "noteCreate"]);
});

test("the function that maps the result of an old name may not have the name of another one", () => {
  expect(codesOf(answering(named("note_create", ["add_note"])), named("add_note_result"))).toEqual([
    "symbol-collision: 'add_note_result' and 'add_note_result' both become 'AddNoteResult' in generated code",
  ]);
  expect(codesOf(named("note_create", ["add_note"]), named("add_note_result"))).toEqual([]);
});
