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
