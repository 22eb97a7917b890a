import { describe, expect, test } from "vitest";
import type { Catalog } from "../../src/compiler/catalog/catalog.ts";
import { check } from "../../src/compiler/compile.ts";
import { diff } from "../../src/compiler/diff/diff.ts";
import { surfaceListing } from "../../src/compiler/tokens/surface-listing.ts";

interface ToolText {
  readonly name: string;
  readonly nativeTo?: string;
  readonly aliases?: string;
}

const create: ToolText = { name: "note_create", nativeTo: "[shelf]", aliases: "[{name: make_note, of: shelf}]" };
const find: ToolText = { name: "note_find", nativeTo: "[drawer, shelf]" };
const copy: ToolText = { name: "note_copy", aliases: "[{name: add_note, of: shelf}]" };
const burn: ToolText = { name: "note_burn" };

function compiled(tools: readonly ToolText[], profiles: string): { catalog: Catalog; found: readonly string[] } {
  const catalog = `
format: 1
server: {name: notes, version: 1.0.0}
tiers: {essential: {badge: E, summary: Needed}}
families: {notes: {title: Notes, summary: Keep notes}}
profiles: {full: {families: all}, ${profiles}}
default_profile: full
`;
  const files = tools.map(({ name, nativeTo, aliases }) => ({
    path: `schema/tools/notes/${name}.yaml`,
    text: `
name: ${name}
title: A tool
tier: essential
since: 1.0.0
summary: Do something with one note of the notebook.
session: none
${nativeTo === undefined ? "" : `native_to: ${nativeTo}`}
effects: {read_only: true, destructive: false, idempotent: true, open_world: false}
result: {type: object, fields: {title: {type: string, max_length: 9, required: true}}}
${aliases === undefined ? "" : `aliases: ${aliases}`}
`,
  }));
  const { value, diagnostics } = check([{ path: "schema/catalog.yaml", text: catalog }, ...files]);
  if (value === undefined) throw new Error("the catalog can't be read");
  const names = diagnostics
    .filter(({ code }) => code.endsWith("-system"))
    .map(({ code, message }) => `${code}: ${message}`);
  return { catalog: value.catalog, found: names };
}

function listed(name: string, { profiles, ...catalog }: Catalog): readonly string[] {
  const profile = profiles.find((one) => one.name === name);
  if (profile === undefined) throw new Error(`there is no profile ${name}`);
  return surfaceListing(profile, { profiles, ...catalog }).map((tool) => tool.name);
}

const old = "old: {list_as: shelf}";

describe("the list of a system", () => {
  test("has the system's aliases and the tools that are native to it, each once, ordered by the names that it shows", () => {
    const { catalog, found } = compiled([create, find, copy, burn], `${old}, other: {list_as: drawer}`);
    expect(listed("old", catalog)).toEqual(["add_note", "make_note", "note_create", "note_find"]);
    expect(listed("other", catalog)).toEqual(["note_find"]);
    expect(found).toEqual([]);
  });

  test("has only what the profile selects, where it selects", () => {
    const { catalog } = compiled(
      [create, find, burn],
      "old: {list_as: shelf, families: [], also: [note_find, note_burn]}",
    );
    expect(listed("old", catalog)).toEqual(["note_find"]);
  });
});

describe("a mistyped system is reported once", () => {
  test("where a profile means another one", () => {
    expect(compiled([{ ...find, nativeTo: "[shelf]" }], "old: {list_as: shlf}").found).toEqual([
      "unknown-system: no name belongs to the system 'shlf'",
    ]);
  });

  test("where a tool means another one", () => {
    expect(compiled([copy, { ...find, nativeTo: "[shlf]" }], old).found).toEqual([
      "unlisted-system: no profile lists the system 'shlf', and no alias is of it",
    ]);
  });
});

describe("the comparison of catalogs", () => {
  const reported = (base: Catalog, head: Catalog) =>
    diff(base, head, { today: "2026-06-01" })
      .changes.filter(({ categories }) => categories.includes("CATALOG"))
      .map(({ severity, id, message, help }) => `${severity} ${id}: ${message} | ${help ?? ""}`);
  const bare: ToolText = { name: "note_find" };

  test("sees a tool that leaves the lists of a system", () => {
    const [base, head] = [compiled([find, copy], old).catalog, compiled([bare, copy], old).catalog];
    expect(reported(base, head)).toEqual([
      "ERR profile-lost-tool: profile 'old' no longer lists 'note_find' | in note_find.yaml, keep native_to: [shelf]",
    ]);
    expect(reported(head, base)).toEqual([
      "WARN profile-gained-tool: profile 'old' now lists 'note_find' | leave 'note_find' out of 'old', or list it in a profile of its own",
    ]);
  });

  test("sees it also where an alias of the tool stays, or the profile selects the tool anyway", () => {
    const { nativeTo: _, ...aliased } = create;
    for (const profiles of [old, "old: {list_as: shelf, families: all}"]) {
      expect(reported(compiled([create], profiles).catalog, compiled([aliased], profiles).catalog)).toEqual([
        "ERR profile-lost-tool: profile 'old' no longer lists 'note_create' | in note_create.yaml, keep native_to: [shelf]",
      ]);
    }
  });

  test("has nothing to say of a system that no profile lists", () => {
    const other = "other: {families: all}";
    expect(reported(compiled([find, copy], other).catalog, compiled([bare, copy], other).catalog)).toEqual([]);
  });
});
