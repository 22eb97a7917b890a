import { expect, test } from "vitest";
import type { Change } from "../../src/compiler/diff/change.ts";
import { diff } from "../../src/compiler/diff/diff.ts";
import { toolWith } from "../schema/arbitraries.ts";
import { catalogOf, field, integer } from "./cases/build.ts";
import { listedTools } from "./cases/listed-tools.ts";
import { caseOptions } from "./cases/means.ts";
import { cases } from "./cases.ts";
import { foreignYaml, helpless } from "./help-guards.ts";

const compared = Object.entries(cases).map(([id, pair]) => ({
  id,
  pair,
  changes: diff(...pair, caseOptions).changes,
}));

const lists = listedTools(
  {
    description: "Adds a note.",
    annotations: { readOnlyHint: true, destructiveHint: false },
    inputSchema: {
      type: "object",
      properties: {
        title: { type: "string", maxLength: 80, default: "Note" },
        sort: { enum: ["short", "long"] },
        body: { type: "string", description: "The text of the note, in Markdown" },
        pages: { type: "integer" },
        tag: { type: "string" },
      },
    },
    outputSchema: { type: "object", properties: { id: { type: "string" } }, additionalProperties: false },
  },
  {
    description: "Removes and adds a note.",
    annotations: { readOnlyHint: false },
    inputSchema: {
      type: "object",
      properties: {
        title: { type: "string", maxLength: 40, default: "Memo" },
        sort: { enum: ["short"] },
        content: { type: "string", description: "The text of the note, in Markdown" },
        tag: { type: "string" },
      },
      required: ["tag"],
    },
    outputSchema: {
      type: "object",
      properties: { id: { type: "string" }, at: { type: "string" } },
      additionalProperties: false,
    },
  },
);

test("every finding that asks for action says what to do", () => {
  expect(compared.flatMap(({ id, changes }) => helpless(id, changes))).toEqual([]);
});

test("no help shows our YAML to the author of a list", () => {
  // A list has no version of its own that a release could ask for.
  const { released: _, ...options } = caseOptions;
  expect(compared.flatMap(({ pair }) => foreignYaml(pair, diff(...pair, options).changes))).toEqual([]);
  expect(foreignYaml(lists, diff(...lists, options).changes)).toEqual([]);
});

test("what happens to params and results of a list is reported with help", () => {
  const reported = diff(...lists).changes.filter(({ severity }) => severity !== "INFO");
  expect(reported.map(({ id }) => id)).toEqual([
    "destructive-gained",
    "read-only-lost",
    "output-property-added-to-closed-object",
    "param-renamed-without-alias",
    "param-removed",
    "param-narrowed",
    "param-became-required",
    "param-narrowed",
    "tool-description-changed",
    "default-changed",
  ]);
  expect(reported.flatMap(({ id }) => helpless(id, reported))).toEqual([]);
});

test("YAML in the help names tools and params as their files do, whatever callers see", () => {
  const wanted = { summary: "Find the notes of a person." };
  const base = catalogOf([toolWith([field("words", integer)], { ...wanted, name: "findNote" })]);
  const query = field("queryWords", integer, { own: "query_words" });
  const helpOf = (name: string, own: string) =>
    diff(base, catalogOf([toolWith([query], { ...wanted, name, own })])).changes.map(({ help }) => help);
  expect(helpOf("searchNotes", "search_notes")).toContainEqual(
    expect.stringMatching(/^in search_notes\.yaml: .*rename: \{ words: query_words \}/),
  );
  expect(helpOf("findNote", "find_note")).toContainEqual("under query_words: aliases: [{name: words}]");
});

test("a finding without help is caught", () => {
  const mute = changesOf("param-narrowed").map(({ help: _, ...change }): Change => change);
  expect(helpless("param-narrowed", mute)).toEqual([
    "ERR param-narrowed does not say what to do: max length is 10 instead of 20",
  ]);
});

test("YAML in the help of a list is caught", () => {
  const ours = diff(...lists)
    .changes.filter(({ facet }) => facet === "max-length")
    .map((change) => ({ ...change, help: "under to: aliases: [{name: from}]" }));
  expect(foreignYaml(lists, ours)).toEqual([
    "param-narrowed shows YAML to the author of a list: under to: aliases: [{name: from}]",
  ]);
});

function changesOf(id: string): readonly Change[] {
  return compared.find((one) => one.id === id)?.changes ?? [];
}
