import { type CodeTable, error, warning } from "./code-row.ts";

/** Findings about files, handlers and generated output. */
export const projectCodes = {
  "handler-missing": error({
    message: (p: { tool: string; path: string }) => `'${p.tool}' has no handler: '${p.path}' does not exist`,
    why: "Every tool has one hand-written function; its file has the name of the tool, so that one search finds everything about the tool. `pegboard generate` writes a first version once.",
    bad: "schema/tools/notes/note_create.yaml\n# and no src/handlers/notes/note_create.ts",
    good: "schema/tools/notes/note_create.yaml\nsrc/handlers/notes/note_create.ts",
  }),
  "handler-export-missing": error({
    message: (p: { tool: string; path: string; expected: string }) =>
      `'${p.path}' does not export '${p.expected}', the handler of '${p.tool}'`,
    why: "The generated registry imports the handler by a name made from the tool's: note_create is `noteCreate`. Without that export the first call of the tool would fail.",
    bad: "export const createNote: ToolHandler<NoteCreate> = async (input, deps) => …",
    good: "export const noteCreate: ToolHandler<NoteCreate> = async (input, deps) => …",
  }),
  "handler-without-preview": error({
    message: (p: { tool: string; path: string }) =>
      `'${p.path}' exports a function, and 'confirm: {preview: true}' of '${p.tool}' needs { preview, run }`,
    why: "With `preview: true` a handler has two functions: `preview` says what the call would destroy, and `run` is the handler as it was. Without `preview` the first unconfirmed call would fail.",
    bad: "export const noteDelete: ToolHandler<NoteDelete> = async (input, deps) => …",
    good: "export const noteDelete: PreviewedHandler<NoteDelete, Deps> = {\n  preview: async (input, deps) => ok(…),\n  run: async (input, deps) => …,\n};",
  }),
  "adapter-missing": error({
    message: (p: { alias: string; path: string }) =>
      `alias '${p.alias}' says 'adapt: true' or has a 'result', and no adapter: '${p.path}' does not exist`,
    why: "With `adapt: true` a hand-written pure function turns the old arguments into the tool's, with `result` another one the tool's result into the old one. `pegboard generate` writes the first version of both once.",
    bad: "aliases: [{name: add_note, of: legacy, adapt: true}]\n# and no src/handlers/notes/add_note.ts",
    good: "aliases: [{name: add_note, of: legacy, adapt: true}]\n# with src/handlers/notes/add_note.ts",
  }),
  "adapter-export-missing": error({
    message: (p: { alias: string; path: string; expected: string }) =>
      `'${p.path}' does not export '${p.expected}', the adapter of alias '${p.alias}'`,
    why: "The generated registry imports the adapter by a name made from the alias's: create_note is `createNote`, and what maps its result is `createNoteResult`.",
    bad: "export const adaptCreateNote: AdaptCreateNote = (old) => …",
    good: "export const createNote: AdaptCreateNote = (old) => …",
  }),
  "handler-stale": warning({
    message: (p: { name: string; path: string }) =>
      `'${p.path}' handles '${p.name}', which is no longer a tool or an adapted alias`,
    why: "The handler of a removed tool is never called. Delete the file, or restore the tool.",
    bad: "src/handlers/notes/note_drop.ts\n# and no schema/tools/notes/note_drop.yaml",
    good: "src/handlers/notes/note_create.ts\nschema/tools/notes/note_create.yaml",
  }),
  "symbol-collision": error({
    message: (p: { first: string; second: string; symbol: string }) =>
      `'${p.first}' and '${p.second}' both become '${p.symbol}' in generated code`,
    why: "Names in generated TypeScript are made from the names in the YAML (note_create becomes `noteCreate`); two names that differ only in underscores can't both keep theirs.",
    bad: "tools note_create and note__create",
    good: "tools note_create and note_create_many",
  }),
  "symbol-inherited": error({
    message: (p: { name: string }) => `'${p.name}' is a property that every JavaScript object already has`,
    why: "Generated code looks up tools by name in objects; a tool with such a name would not type-check.",
    bad: "name: constructor",
    good: "name: constructor_call",
  }),
  "foreign-file": warning({
    message: (p: { path: string }) => `'${p.path}' was not written by the compiler`,
    why: "generated/ belongs to the compiler: it may be deleted and generated again at any time, so it must not contain other files. Files that the compiler did not write are reported and never changed.",
    bad: "generated/my-notes.md",
    good: "docs/my-notes.md",
  }),
  "manifest-unreadable": warning({
    message: (_: object) => "the list of generated files can't be read, so nothing will be deleted",
    why: "generated/manifest.json says which files the compiler wrote. When it is damaged, old generated files can't be recognised; `pegboard generate` writes it again.",
  }),
  "manifest-entry-refused": warning({
    message: (p: { entry: string }) =>
      `the list of generated files names '${p.entry}', which is not inside 'generated/'`,
    why: "Files in the list that are no longer generated are deleted. An entry outside generated/ was not written by the compiler, and is ignored.",
    bad: '{"files": ["../src/host.ts"]}',
    good: '{"files": ["generated/client.ts"]}',
  }),
  "not-utf8": error({
    message: (_: object) => "the file is not UTF-8 text: the bytes here are not a character",
    why: "YAML and Markdown of a catalog are read as UTF-8. A file in another encoding (Latin-1, UTF-16) would send broken characters to clients; save it as UTF-8.",
  }),
  "link-leaves-schema": error({
    message: (p: { path: string }) => `'${p.path}' is a link that leads out of 'schema/'`,
    why: "A catalog consists only of files under schema/: a link to another place would bring foreign text into descriptions that clients trust. Copy the file instead.",
    bad: "schema/guide.md -> ../README.md",
    good: "schema/guide.md   # a copy",
  }),
  "link-repeats": error({
    message: (p: { path: string }) => `'${p.path}' is a link to a folder that was already read`,
    why: "A linked folder is read like a normal folder. A folder that contains its own link, or is linked twice, would be read repeatedly.",
    bad: "schema/tools/notes/again -> ../notes",
    good: "schema/tools/notes   # once",
  }),
  "file-unreadable": error({
    message: (p: { path: string; problem: string }) => `'${p.path}' can't be read: ${p.problem}`,
    why: "Without this file the catalog would silently lose tools, so nothing is compiled.",
  }),
} as const satisfies CodeTable;
