import { describe, expect, it } from "vitest";
import { type CodeRename, renameCode } from "../../src/compiler/rewrite/rename-code.ts";
import type { SourceFile } from "../../src/diagnostics/source-file.ts";

const rename: CodeRename = {
  old: "note_list",
  called: "note_list",
  current: "note_search",
  oldFamily: "note",
  family: "note",
  newExports: new Set(["NoteSearch", "NoteSearchInput", "NoteSearchOutput", "NoteSearchArguments", "AdaptNoteListAll"]),
  adapters: [],
};

const generated: readonly SourceFile[] = [
  {
    path: "generated/contracts/note_list.ts",
    text: `export type NoteListArguments = { readonly limit?: number };
export interface NoteListInput { readonly limit: number }
export const NoteListInput = {};
export type NoteListOutput = { readonly count: number };
export type NoteList = { input: NoteListInput };
export type AdaptNoteListAll = (old: object) => NoteListArguments;
`,
  },
  { path: "generated/client.ts", text: 'export * from "./.cache/client.ts";\n' },
  {
    path: "generated/.cache/client.ts",
    text: "export interface CatalogClient {\n  noteList(given?: object): Promise<object>;\n}\n",
  },
  {
    path: "generated/.cache/handlers.ts",
    text: `import type { NoteList } from "../contracts/note_list.ts";\nexport interface Handlers<Deps> {\n  readonly note_list: (list: NoteList, deps: Deps) => void;\n}\n`,
  },
];

const handler: SourceFile = {
  path: "src/handlers/note/note_list.ts",
  text: `// Scaffolded once by pegboard from schema/tools/note/note_list.yaml; yours now.
import type { NoteList, NoteListInput } from "../../../generated/contracts/note_list.ts";
import type { ToolHandler } from "../deps.ts";

/* limit comes checked */
export const noteList: ToolHandler<NoteList> = async (input: NoteListInput, deps) => {
  const NoteListing = input.limit; // not the same word
  return deps.rows.note_list(NoteListing, "note_list");
};
`,
};

/** Path → text of every file that changes. */
function renamed(files: readonly SourceFile[], change: CodeRename = rename): { readonly [path: string]: string } {
  const { files: changed, taken } = renameCode(files, generated, change);
  expect(taken).toEqual([]);
  return Object.fromEntries(changed.map(({ path, text }) => [path, text]));
}

describe("a handler", () => {
  it("moves with its function and its types; comments stay, other words and columns stay", () => {
    expect(renamed([handler])).toEqual({
      "src/handlers/note/note_search.ts": `// Scaffolded once by pegboard from schema/tools/note/note_search.yaml; yours now.
import type { NoteSearch, NoteSearchInput } from "../../../generated/contracts/note_search.ts";
import type { ToolHandler } from "../deps.ts";

/* limit comes checked */
export const noteSearch: ToolHandler<NoteSearch> = async (input: NoteSearchInput, deps) => {
  const NoteListing = input.limit; // not the same word
  return deps.rows.note_list(NoteListing, "note_search");
};
`,
    });
  });

  it.each<[title: string, before: string, after: string]>([
    ["a function", "export async function noteList() {}\n", "export async function noteSearch() {}\n"],
    [
      "a list of exports",
      "const list = 1;\nexport { list as noteList };\n",
      "const list = 1;\nexport { list as noteSearch };\n",
    ],
  ])("may export %s", (_title, before, after) => {
    expect(renamed([{ path: handler.path, text: before }])).toEqual({ "src/handlers/note/note_search.ts": after });
  });

  it("keeps line ends of Windows and a mark of byte order", () => {
    const text = `\ufeff${handler.text.replaceAll("\n", "\r\n")}`;
    const after = renamed([{ path: handler.path, text }])["src/handlers/note/note_search.ts"] ?? "";
    expect(after.startsWith("\ufeff// Scaffolded")).toBe(true);
    expect(after.replaceAll("\r\n", "")).not.toContain("\n");
    expect(after).toContain("export const noteSearch: ToolHandler<NoteSearch>");
  });

  it("goes to another family: what it imports from beside is imported from there", () => {
    const text =
      'import { page } from "./page.ts";\nimport { now } from "../clock.ts";\nexport const noteList = () => page(now);\n';
    const files: readonly SourceFile[] = [
      { path: handler.path, text },
      { path: "src/handlers/note/page.ts", text: "export const page = (x: unknown) => x;\n" },
      {
        path: "src/handlers/note/notes_of.ts",
        text: 'import type { AdaptNoteListAll } from "../../../generated/contracts/note_list.ts";\nexport const notesOf: AdaptNoteListAll = () => ({});\n',
      },
    ];
    const change = { ...rename, family: "search", adapters: ["src/handlers/note/notes_of.ts"] };
    expect(renamed(files, change)).toEqual({
      "src/handlers/search/note_search.ts":
        'import { page } from "../note/page.ts";\nimport { now } from "../clock.ts";\nexport const noteSearch = () => page(now);\n',
      "src/handlers/search/notes_of.ts":
        'import type { AdaptNoteListAll } from "../../../generated/contracts/note_search.ts";\nexport const notesOf: AdaptNoteListAll = () => ({});\n',
    });
  });

  it("of an older version moves too", () => {
    const old: SourceFile = { path: "src/handlers/note/note_list.v1.ts", text: "export const noteListV1 = () => 1;\n" };
    expect(renamed([old])).toEqual({ "src/handlers/note/note_search.v1.ts": "export const noteSearchV1 = () => 1;\n" });
  });
});

describe("other files", () => {
  it("follow where they import the handler, its types, or call it through the typed client", () => {
    const text = `import { noteList } from "./handlers/note/note_list.ts";
import type { NoteListArguments as Given } from "../generated/contracts/note_list.ts";
import type { CatalogClient } from "../generated/client.ts";
import type { Handlers } from "../generated/.cache/handlers.ts";
const lazy = () => import("./handlers/note/note_list.ts");
export type One = Handlers<number>["note_list"];
export const both = (client: CatalogClient, given: Given) => [noteList, lazy, client.noteList(given)];
`;
    expect(renamed([{ path: "src/host.ts", text }, handler])["src/host.ts"]).toBe(
      `import { noteSearch } from "./handlers/note/note_search.ts";
import type { NoteSearchArguments as Given } from "../generated/contracts/note_search.ts";
import type { CatalogClient } from "../generated/client.ts";
import type { Handlers } from "../generated/.cache/handlers.ts";
const lazy = () => import("./handlers/note/note_search.ts");
export type One = Handlers<number>["note_search"];
export const both = (client: CatalogClient, given: Given) => [noteSearch, lazy, client.noteSearch(given)];
`,
    );
  });

  it("keep names of their own that read alike", () => {
    const text = "const noteList = 1;\nexport type NoteList = typeof noteList;\n";
    expect(renamed([{ path: "src/other.ts", text }])).toEqual({});
  });

  it("that say the old name in a text go on working, and are counted", () => {
    const text = 'await bench.call("note_list");\nawait bench.call("note_list", {});\nconst x = "my note_list";\n';
    const { files, mentions } = renameCode([{ path: "test/note.test.ts", text }], generated, rename);
    expect(files).toEqual([]);
    expect([...mentions]).toEqual([["test/note.test.ts", 2]]);
  });

  it("that call the tool by the spelling of callers are counted; its own ones say the new name", () => {
    const text = 'await bench.call("noteList");\nawait bench.call("note_list");\n';
    const files: readonly SourceFile[] = [
      { path: "test/note.test.ts", text },
      { path: "test/note_list.test.ts", text },
    ];
    const after = renameCode(files, generated, { ...rename, called: "noteList" });
    expect(after.files.map(({ path, text: now }) => [path, now])).toEqual([
      ["test/note_search.test.ts", 'await bench.call("note_search");\nawait bench.call("note_search");\n'],
    ]);
    expect([...after.mentions]).toEqual([["test/note.test.ts", 1]]);
  });

  it("that are tests of the tool move, and call it by its new name", () => {
    const text =
      'import { noteList } from "../src/handlers/note/note_list.ts";\nvi.mock("../src/handlers/note/note_list.ts");\nit("note_list", () => call("note_list", noteList));\n';
    expect(renamed([{ path: "test/note_list.unit.test.ts", text }, handler])["test/note_search.unit.test.ts"]).toBe(
      'import { noteSearch } from "../src/handlers/note/note_search.ts";\nvi.mock("../src/handlers/note/note_search.ts");\nit("note_search", () => call("note_search", noteSearch));\n',
    );
  });
});

it("refuses a name that means something else already in a file that is concerned", () => {
  const text = `${handler.text}const noteSearch = 1;\n`;
  expect(renameCode([{ path: handler.path, text }], generated, rename)).toEqual({
    files: [],
    mentions: new Map(),
    taken: [{ name: "noteSearch", path: handler.path }],
  });
});
