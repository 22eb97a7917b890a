// Findings about files, handlers and generated output: what they are about is not YAML, so no golden case can hold it.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSources } from "../../src/cli/project.ts";
import type { Catalog, Tool } from "../../src/compiler/catalog/catalog.ts";
import { checkHandlers } from "../../src/compiler/emit/check-handlers.ts";
import { checkSymbols } from "../../src/compiler/emit/symbol-check.ts";
import { plan } from "../../src/compiler/plan.ts";
import { projectCodes } from "../../src/diagnostics/codes/project-codes.ts";
import type { Diagnostic } from "../../src/diagnostics/diagnostic.ts";
import type { SourceFile } from "../../src/diagnostics/source-file.ts";
import { catalogOf } from "../diff/cases.ts";
import { toolWith } from "../schema/arbitraries.ts";

type Said = readonly Diagnostic[] | Promise<readonly Diagnostic[]>;

/** How each code is made to speak, and the nearest thing in which it stays silent. */
const proofs: {
  readonly [C in keyof typeof projectCodes]: { readonly speaks: () => Said; readonly silent: () => Said };
} = {
  "handler-missing": {
    speaks: () => handlers([named("note_create")], []),
    silent: () => handlers([named("note_create")], [handler("note_create", "export const noteCreate = 1;\n")]),
  },
  "handler-export-missing": {
    speaks: () => handlers([named("note_create")], [handler("note_create", "export const createNote = 1;\n")]),
    silent: () => handlers([named("note_create")], [handler("note_create", "export const noteCreate = 1;\n")]),
  },
  "handler-without-preview": {
    speaks: () => handlers([previewed], [handler("note_create", "export const noteCreate = async () => ok(1);\n")]),
    silent: () => handlers([previewed], [handler("note_create", "export const noteCreate = {\n")]),
  },
  "adapter-missing": {
    speaks: () => handlers([adapted], [ready]),
    silent: () => handlers([adapted], [ready, handler("add_note", "export const addNote = 1;\n")]),
  },
  "adapter-export-missing": {
    speaks: () => handlers([adapted], [ready, handler("add_note", "export const adaptAddNote = 1;\n")]),
    silent: () => handlers([adapted], [ready, handler("add_note", "export const addNote = 1;\n")]),
  },
  "handler-stale": {
    speaks: () => handlers([named("note_create")], [ready, handler("note_drop", staleText)]),
    silent: () => handlers([named("note_create")], [ready, handler("note_text", "export const noteText = 1;\n")]),
  },
  "symbol-collision": {
    speaks: () => symbols(named("note_create"), named("note__create")),
    silent: () => symbols(named("note_create"), named("note_created")),
  },
  "symbol-inherited": {
    speaks: () => symbols(named("constructor")),
    silent: () => symbols(named("constructors")),
  },
  "foreign-file": {
    speaks: () => planned([["generated/mine.txt", "mine"]]),
    silent: () => planned([["mine.txt", "mine"]]),
  },
  "manifest-unreadable": {
    speaks: () => planned([["generated/manifest.json", "{"]]),
    silent: () => planned([["generated/manifest.json", '{"files": []}']]),
  },
  "manifest-entry-refused": {
    speaks: () => planned([["generated/manifest.json", '{"files": ["generated/../src/a.ts"]}']]),
    silent: () => planned([["generated/manifest.json", '{"files": ["generated/a.ts"]}']]),
  },
  "not-utf8": {
    speaks: () => read((put) => put("schema/guide.md", Buffer.from([0x63, 0x61, 0x66, 0xe9]))),
    silent: () => read((put) => put("schema/guide.md", "café")),
  },
  "link-leaves-schema": {
    speaks: () => read((put, link) => [put("outside.md", "x"), link("../outside.md", "schema/guide.md")]),
    silent: () => read((put, link) => [put("schema/inside.md", "x"), link("inside.md", "schema/guide.md")]),
  },
  "link-repeats": {
    speaks: () => read((put, link) => [put("schema/tools/notes/a.md", "x"), link("..", "schema/tools/loop")]),
    silent: () => read((put, link) => [put("schema/tools/notes/a.md", "x"), link("notes", "schema/tools/again")]),
  },
  "file-unreadable": {
    speaks: () => read((_, link) => link("nowhere.md", "schema/guide.md")),
    silent: () => read((put) => put("schema/guide.md", "x")),
  },
};

describe.each(Object.entries(proofs))("%s", (code, { speaks, silent }) => {
  it("speaks", async () => {
    expect((await speaks()).map((found) => found.code)).toContain(code);
  });

  it("stays silent", async () => {
    expect((await silent()).map((found) => found.code)).not.toContain(code);
  });
});

it("proves every code of the table", () => {
  expect(Object.keys(proofs).sort()).toEqual(Object.keys(projectCodes).sort());
});

function named(name: string): Tool {
  return { ...toolWith([]), name, family: "notes" };
}

const adapted: Tool = {
  ...named("note_create"),
  aliases: [{ name: "add_note", of: "legacy", params: [], rename: {}, set: {}, defaults: {}, ignore: [], adapt: true }],
};

const previewed: Tool = { ...named("note_create"), confirm: { message: "destroy it", preview: true } };

const ready = handler("note_create", "export const noteCreate = 1;\n");

const staleText = [
  'import type { NoteDrop } from "../../../generated/contracts/note_drop.ts";',
  "export const noteDrop: ToolHandler<NoteDrop> = 1;",
  "",
].join("\n");

function handler(name: string, text: string): SourceFile {
  return { path: `src/handlers/notes/${name}.ts`, text };
}

function handlers(tools: readonly Tool[], files: readonly SourceFile[]): Said {
  const catalog: Catalog = catalogOf([...tools]);
  return checkHandlers(catalog, new Map(), files);
}

function symbols(...tools: Tool[]): Said {
  return checkSymbols(catalogOf(tools), new Map());
}

function planned(disk: readonly (readonly [path: string, text: string])[]): Said {
  return plan([], new Map(disk)).diagnostics;
}

type Put = (path: string, content: string | Buffer) => void;
type Link = (target: string, path: string) => void;

async function read(arrange: (put: Put, link: Link) => unknown): Promise<readonly Diagnostic[]> {
  const root = mkdtempSync(join(tmpdir(), "pegboard-codes-"));
  const make = (path: string) => {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    return join(root, path);
  };
  try {
    writeFileSync(make("schema/catalog.yaml"), "format: 1\n");
    arrange(
      (path, content) => writeFileSync(make(path), content),
      (target, path) => symlinkSync(target, make(path)),
    );
    return (await readSources(root)).diagnostics;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
