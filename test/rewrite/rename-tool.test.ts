import { describe, expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.ts";
import { renameTool, type ToolRename } from "../../src/compiler/rewrite/rename-tool.ts";
import type { SourceFile } from "../../src/diagnostics/source-file.ts";

// Texts in, exact texts out: what a person wrote stays, byte for byte, but for the names.

const rename: ToolRename = {
  old: "note_list",
  current: "note_search",
  family: "note",
  alias: {
    name: "note_list",
    of: "notes",
    since: "0.1.0",
    sunset: "2027-12-01",
    reason: "renamed to note_search",
  },
};

/** Callers know the same tool as `noteList`. */
const spelled: ToolRename = { ...rename, alias: { ...rename.alias, name: "noteList" } };

/** The text that a file gets; undefined when it stays as it is. */
function rewritten(path: string, text: string, change: ToolRename = rename): string | undefined {
  return renameTool([{ path, text }], change)[0]?.text;
}

const tool = "schema/tools/note/note_list.yaml";
const notice = "deprecated: {since: 0.1.0, sunset: 2027-12-01, reason: renamed to note_search}";

describe("the tool's own file", () => {
  it("moves, and keeps comments, quotes and order", () => {
    const text = `# Lists what was written.
name: "note_list"   # the old one was list_notes
title: List notes
errors: []          # none

# What a model needs to know.
guidance:
  use_when: [You lost the overview]
`;
    expect(renameTool([{ path: tool, text }], rename)).toEqual([
      {
        from: { path: tool, text },
        path: "schema/tools/note/note_search.yaml",
        text: `# Lists what was written.
name: "note_search"   # the old one was list_notes
title: List notes
errors: []          # none
aliases:
  - name: note_list
    of: notes
    ${notice}

# What a model needs to know.
guidance:
  use_when: [You lost the overview]
`,
      },
    ]);
  });

  it.each<[title: string, before: string, after: string]>([
    [
      "a list of aliases in lines, indented as its author does",
      "name: note_list\naliases:\n- name: notes   # the first name\n  of: old\n  deprecated: {since: 0.1.0}   # soon\nerrors: []\n",
      `name: note_search\naliases:\n- name: notes   # the first name\n  of: old\n  deprecated: {since: 0.1.0}   # soon\n- name: note_list\n  of: notes\n  ${notice}\nerrors: []\n`,
    ],
    [
      "an empty list",
      "name: note_list\naliases: []\n",
      `name: note_search\naliases: [{name: note_list, of: notes, ${notice}}]\n`,
    ],
    [
      "a list in brackets, with a comma and a comment at its end",
      "name: note_list\naliases: [\n  {name: notes, of: old}, # first\n]\n",
      `name: note_search\naliases: [\n  {name: notes, of: old}, {name: note_list, of: notes, ${notice}}, # first\n]\n`,
    ],
    [
      "a whole file in braces",
      "{name: note_list, title: List notes}\n",
      `{name: note_search, title: List notes, aliases: [{name: note_list, of: notes, ${notice}}]}\n`,
    ],
    [
      "a file without a line end at its end",
      "name: note_list\nerrors: []",
      `name: note_search\nerrors: []\naliases:\n  - name: note_list\n    of: notes\n    ${notice}`,
    ],
    [
      "a text in lines above",
      "name: note_list\nresult: json\ndescription: |\n  Lists.\n\n  Twice.\n\nsummary: x\n",
      `name: note_search\nresult: json\naliases:\n  - name: note_list\n    of: notes\n    ${notice}\ndescription: |\n  Lists.\n\n  Twice.\n\nsummary: x\n`,
    ],
    [
      "an alias that bears the new name: it is the tool now",
      "name: note_list\naliases:\n  - name: notes\n    of: old\n  - name: note_search\n    of: notes\n    deprecated: {since: 0.0.1, reason: renamed to note_list}\nerrors: []\n",
      `name: note_search\naliases:\n  - name: notes\n    of: old\n  - name: note_list\n    of: notes\n    ${notice}\nerrors: []\n`,
    ],
  ])("leaves the alias in %s", (_title, before, after) => {
    expect(rewritten(tool, before)).toBe(after);
  });

  it("keeps line ends of Windows, also in what is added", () => {
    const before = "name: note_list\r\nerrors: []\r\nguidance:\r\n  use_when: [x]\r\n";
    const after = rewritten(tool, before) ?? "";
    expect(after).toContain("errors: []\r\naliases:\r\n  - name: note_list\r\n    of: notes\r\n");
    expect(after.replaceAll("\r\n", "")).not.toContain("\n");
  });

  it.each<[title: string, before: string, after: string]>([
    [
      "a line",
      "name: note_list\nwire: noteList\nerrors: []\n",
      `name: note_search\nerrors: []\naliases:\n  - name: noteList\n    of: notes\n    ${notice}\n`,
    ],
    [
      "braces",
      "{name: note_list, wire: noteList, errors: []}\n",
      `{name: note_search, errors: [], aliases: [{name: noteList, of: notes, ${notice}}]}\n`,
    ],
    [
      "a line with a comment, which stays",
      "name: note_list\nwire: noteList   # as before\nerrors: []\n",
      `name: note_search\nwire: note_search   # as before\nerrors: []\naliases:\n  - name: noteList\n    of: notes\n    ${notice}\n`,
    ],
    [
      "the last line, below which the alias is added",
      "name: note_list\nwire: noteList\n",
      `name: note_search\nwire: note_search\naliases:\n  - name: noteList\n    of: notes\n    ${notice}\n`,
    ],
  ])("no longer has a spelling of callers in %s", (_title, before, after) => {
    expect(rewritten(tool, before, spelled)).toBe(after);
  });

  it("puts quotes around words that YAML reads otherwise", () => {
    const words = { ...rename, alias: { ...rename.alias, of: "null" } };
    expect(rewritten(tool, "name: note_list\nerrors: []\n", words)).toContain('    of: "null"\n');
  });

  it("moves with its older versions; only the current one gets the alias", () => {
    const old: SourceFile = { path: "schema/tools/note/note_list.v1.yaml", text: "name: note_list\nversion: 1\n" };
    expect(renameTool([old], rename)).toEqual([
      { from: old, path: "schema/tools/note/note_search.v1.yaml", text: "name: note_search\nversion: 1\n" },
    ]);
  });

  it("goes to another family, and still finds the texts beside its old place", () => {
    const text = "name: note_list\ndescription: {file: list.md}\nsummary: {file: ../../guide.md}\nerrors: []\n";
    const [file] = renameTool([{ path: tool, text }], { ...rename, family: "search" });
    expect(file?.path).toBe("schema/tools/search/note_search.yaml");
    expect(file?.text).toContain('description: {file: "../note/list.md"}\nsummary: {file: ../../guide.md}\n');
  });
});

describe("everybody who names the tool follows", () => {
  const other = "schema/tools/note/note_create.yaml";
  it("in texts by its own name or by that of callers, elsewhere by its own", () => {
    const text = "summary: Call noteList, then {{tool note_list}}; not noteLists\nguidance:\n  before: [note_list]\n";
    expect(rewritten(other, text, spelled)).toBe(
      "summary: Call note_search, then {{tool note_search}}; not noteLists\nguidance:\n  before: [note_search]\n",
    );
    const dotted = { ...spelled, alias: { ...spelled.alias, name: "notes.note_list" } };
    expect(rewritten(other, "summary: Call notes.note_list, notesXnote_list\n", dotted)).toBe(
      "summary: Call note_search, notesXnote_list\n",
    );
    const word = { ...spelled, alias: { ...spelled.alias, name: "List" } };
    expect(rewritten(other, "summary: List what there is\n", word)).toBeUndefined();
  });

  it.each<[title: string, path: string, before: string, after: string | undefined]>([
    [
      "guidance",
      other,
      "guidance:\n  before: [note_list]\n  after: ['note_list' ]\n",
      "guidance:\n  before: [note_search]\n  after: ['note_search' ]\n",
    ],
    [
      "workflows",
      other,
      "guidance:\n  workflows:\n    - goal: g\n      steps: [{call: note_list, with: {text: note_list}}]\n",
      "guidance:\n  workflows:\n    - goal: g\n      steps: [{call: note_search, with: {text: note_list}}]\n",
    ],
    [
      "given calls of examples, not their data",
      other,
      "examples:\n  - title: t\n    given: [{call: note_list}]\n    arguments: {text: note_list}\n    result: {text: note_list}\n",
      "examples:\n  - title: t\n    given: [{call: note_search}]\n    arguments: {text: note_list}\n    result: {text: note_list}\n",
    ],
    [
      "replacements of tools and their aliases, not of params",
      other,
      "deprecated: {since: 0.1.0, replaced_by: note_list}\naliases:\n  - name: a\n    of: b\n    deprecated: {since: 0.1.0, replaced_by: note_list}\nparams:\n  p: {type: string, deprecated: {since: 0.1.0, replaced_by: note_list}}\n",
      "deprecated: {since: 0.1.0, replaced_by: note_search}\naliases:\n  - name: a\n    of: b\n    deprecated: {since: 0.1.0, replaced_by: note_search}\nparams:\n  p: {type: string, deprecated: {since: 0.1.0, replaced_by: note_list}}\n",
    ],
    [
      "profiles",
      "schema/catalog.yaml",
      "profiles:\n  core: {tiers: [essential], also: [note_list]}\n",
      "profiles:\n  core: {tiers: [essential], also: [note_search]}\n",
    ],
    [
      "retired names",
      "schema/retired.yaml",
      "list_notes: {removed: 0.1.0, replaced_by: note_list}\n",
      "list_notes: {removed: 0.1.0, replaced_by: note_search}\n",
    ],
    [
      "prose, by whole words",
      other,
      "summary: Not note_list, note_lists or my_note_list; {{ tool note_list }}\n",
      "summary: Not note_search, note_lists or my_note_list; {{ tool note_search }}\n",
    ],
    ["Markdown", "schema/guide.md", "Read with `note_list`.\n", "Read with `note_search`.\n"],
    [
      "anchors, once",
      other,
      "guidance:\n  after: &a [note_list]\n  before: *a\n",
      "guidance:\n  after: &a [note_search]\n  before: *a\n",
    ],
    ["nothing else", other, "name: note_create # beside note_list\n", undefined],
  ])("%s", (_title, path, before, after) => {
    expect(rewritten(path, before)).toBe(after);
  });

  it("a name of one word is looked for in prose only where it is marked: it may be plain English", () => {
    const words = { ...rename, old: "search", current: "find" };
    const text = "To search is to find: {{tool search}}.\n";
    expect(rewritten("schema/guide.md", text, words)).toBe("To search is to find: {{tool find}}.\n");
  });
});

describe("a whole catalog", () => {
  const sources: readonly SourceFile[] = [
    {
      path: "schema/catalog.yaml",
      text: "format: 1\nserver: {name: notes, version: 0.1.0, instructions: 'See {{tool note_list}}.'}\ntiers: {essential: {badge: E, summary: All}}\nfamilies: {note: {title: Notes, summary: Notes}}\n",
    },
    {
      path: tool,
      text: "name: note_list\ntitle: List\ntier: essential\nsince: 0.1.0\nsummary: List notes.\nsession: none\neffects: {read_only: true, destructive: false, idempotent: true, open_world: false}\nresult: {type: array, items: {type: string}}\n",
    },
  ];
  const apply = (files: readonly SourceFile[], change: ToolRename) => {
    const changed = new Map(renameTool(files, change).map((file) => [file.from, file]));
    return files.map((file) => {
      const { path, text } = changed.get(file) ?? file;
      return { path, text };
    });
  };

  it("compiles as before, and answers to both names", () => {
    const { value, diagnostics } = compile(apply(sources, rename));
    expect(diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message)).toEqual([]);
    expect(value?.catalog.tools.map(({ name, aliases }) => [name, aliases.map((alias) => alias.name)])).toEqual([
      ["note_search", ["note_list"]],
    ]);
  });

  it("is as it was after the way there and back, but for the alias", () => {
    const back: ToolRename = {
      ...rename,
      old: "note_search",
      current: "note_list",
      alias: { ...rename.alias, name: "note_search", reason: "renamed to note_list" },
    };
    const [catalog, list] = apply(apply(sources, rename), back);
    expect(catalog).toEqual(sources[0]);
    const alias = "aliases:\n  - name: note_search\n    of: notes\n";
    expect(list?.path).toBe(tool);
    expect(list?.text.startsWith(`${sources[1]?.text ?? ""}${alias}`)).toBe(true);
  });
});
