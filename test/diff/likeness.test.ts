import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Tool } from "../../src/compiler/catalog/catalog.ts";
import type { ComparedCatalog, ComparedTool } from "../../src/compiler/diff/compared.ts";
import { alikeFrom, similarity } from "../../src/compiler/diff/likeness.ts";
import { readTools } from "../../src/compiler/diff/listed/read-tools.ts";
import { renamesOf } from "../../src/compiler/diff/renames.ts";
import { toolWith } from "../schema/arbitraries.ts";
import { enumOf, integer } from "./cases/build.ts";
import { catalogOf, field } from "./cases.ts";
import { realCatalog } from "./real-catalog.ts";

const lists = join(import.meta.dirname, "..", "fixtures", "lists");

/** Real servers, and this repository's own catalog. */
const catalogs: readonly (readonly [name: string, catalog: ComparedCatalog])[] = [
  ...readdirSync(lists).map((name) => [name, readList(name)] as const),
  ["workbench", realCatalog().catalog],
];

function readList(name: string): ComparedCatalog {
  const read = readTools(JSON.parse(readFileSync(join(lists, name), "utf8")));
  if ("problem" in read) throw new Error(`${name}: ${read.problem}`);
  return read.catalog;
}

describe.each(catalogs)("%s", (_, catalog) => {
  const { tools } = catalog;

  test("has no two tools that are taken for one", () => {
    const pairs = tools.flatMap((a, at) => tools.slice(at + 1).map((b) => [a, b] as const));
    const minSimilarity = pairs
      .filter(([a, b]) => similarity(a, b) >= alikeFrom)
      .map(([a, b]) => `${a.name} ${b.name}`);
    expect(minSimilarity).toEqual([]);
  });

  test("has no tool that is not known again under another name", () => {
    const strangers = tools.filter((tool) => similarity(tool, { ...tool, name: "zzz" }) < alikeFrom);
    expect(strangers.map(({ name }) => name)).toEqual([]);
  });

  test("is the same from both sides", () => {
    for (const [a, b] of tools.flatMap((one) => tools.slice(0, 10).map((other) => [one, other] as const))) {
      expect(similarity(a, b)).toBe(similarity(b, a));
    }
  });

  test("pairs each tool with its own new name when all of them get one", () => {
    const head = { ...catalog, tools: tools.map((tool, at) => ({ ...tool, name: `renamed_${at}`, aliases: [] })) };
    const renameCandidates = [...renamesOf({ ...catalog, tools: tools.map(plain) }, head).renameCandidates];
    expect(renameCandidates.map(([old, renameCandidate]) => [old, renameCandidate.name])).toEqual(
      tools.map(({ name }, at) => [name, `renamed_${at}`]),
    );
  });
});

function plain(tool: ComparedTool): ComparedTool {
  return { ...tool, aliases: [] };
}

const note = toolWith([field("title"), field("body")], { summary: "Write a note into the notebook." });
const renameCandidatesOf = (base: readonly Tool[], head: readonly Tool[]) =>
  [...renamesOf(catalogOf(base), catalogOf(head)).renameCandidates].map(
    ([old, renameCandidate]) => `${old} ${renameCandidate.name}`,
  );

test("a tool that was renamed and reworded a little is known again", () => {
  const head = { ...note, name: "note_write", summary: "Write a note into the shared notebook." };
  expect(renameCandidatesOf([note], [head])).toEqual(["note_create note_write"]);
});

test("a tool that destroys is not the new name of one that does not", () => {
  const head = { ...note, name: "note_erase", effects: { ...note.effects, destructive: true } };
  expect(renameCandidatesOf([note], [head])).toEqual([]);
});

test("tools that say nothing are not known again, but for letter case", () => {
  const mute = toolWith([field("id")], { name: "a", summary: "" });
  expect(renameCandidatesOf([mute], [{ ...mute, name: "b" }])).toEqual([]);
  expect(renameCandidatesOf([mute], [{ ...mute, name: "A" }])).toEqual(["a A"]);
});

test("of two that look alike none is guessed at", () => {
  const heads = ["note_write", "note_insert"].map((name) => ({ ...note, name }));
  expect(renameCandidatesOf([note], heads)).toEqual([]);
});

const choosing = (name: string, ...deeds: readonly string[]) =>
  toolWith([field("method", enumOf(...deeds), { required: true }), field("id", integer)], { name, summary: name });
const doing = (name: string) => toolWith([field("id", integer)], { name, summary: `It does ${name}` });

test("a merge presets the param that lists the old tools' verbs, by the longest that fits", () => {
  const base = [doing("get_issue"), doing("get_issue_comments"), doing("close_issue"), doing("list_labels")];
  const { merges, renameCandidates } = renamesOf(
    catalogOf(base),
    catalogOf([choosing("issue_read", "get", "get_comments", "list")]),
  );
  expect([...renameCandidates]).toEqual([]);
  expect(merges.map(({ whole, parts }) => [whole.name, parts.map(({ tool, set }) => [tool.name, set])])).toEqual([
    [
      "issue_read",
      [
        ["get_issue", { method: "get" }],
        ["get_issue_comments", { method: "get_comments" }],
      ],
    ],
  ]);
});

test("one tool whose verb another one lists is not a merge", () => {
  expect(renamesOf(catalogOf([doing("get_issue")]), catalogOf([choosing("issue_read", "get", "list")])).merges).toEqual(
    [],
  );
});
