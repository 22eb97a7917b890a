import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SpecFileKind, specFiles } from "../../src/compiler/catalog/spec-grammar.ts";
import { compile } from "../../src/compiler/compile.ts";
import { recognise } from "../../src/compiler/syntax/spec-file.ts";
import { builtinTools } from "../../src/contract/builtin-tools.ts";
import { hasErrors } from "../../src/diagnostics/diagnostic.ts";
import type { SourceFile } from "../../src/diagnostics/source-file.ts";
import { everyKey } from "./every-key.ts";
import {
  type Completion,
  openYamlServer,
  type Position,
  type Problem,
  type YamlServer,
} from "./yaml-language-server.ts";

// The editor schemas as an editor uses them: through `yaml-language-server` itself, over its own protocol.

const repository = join(import.meta.dirname, "..", "..");
const notes = sourcesOf("test/golden/compile/notes");
let root = "";
let server: YamlServer;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "pegboard-editor-"));
  writeSchemas(root, notes);
  const mapping = Object.values(specFiles).map(({ editorSchema, glob }) => [`./${editorSchema}`, [glob]] as const);
  server = await openYamlServer(root, Object.fromEntries(mapping));
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

const tool = "schema/tools/notes/note_draft.yaml";
const catalog = "schema/catalog.yaml";

describe("what is offered", () => {
  const keysOfAnything = ["description", "nullable"];
  const keysOfField = [
    "wire",
    "required",
    "default",
    "examples",
    "deprecated",
    "aliases",
    "sensitive",
    "unit",
    "often",
  ];
  const cases: readonly [title: string, path: string, text: string, labels: readonly string[]][] = [
    [
      "an empty tool",
      tool,
      "‸",
      [
        ...[
          "new tool",
          "name",
          "wire",
          "title",
          "Pegboard tool",
          "tier",
          "since",
          "stability",
          "version",
          "upgrade",
          "summary",
        ],
        ...[
          "description",
          "session",
          "deadline",
          "tasks",
          "context",
          "native_to",
          "effects",
          "confirm",
          "unknown_params",
          "params",
          "formats",
          "input",
          "actions",
          "result",
          "page",
          "output",
          "listed",
          "errors",
        ],
        ...["aliases", "deprecated", "guidance", "examples"],
      ],
    ],
    [
      "keys that are not there yet",
      tool,
      "name: note_draft\nguidance:\n  use_when: [x]\n  ‸\n",
      ["avoid_when", "practices", "after", "before", "workflows"],
    ],
    ["effects", tool, "effects: {read_only: true, d‸}\n", ["destructive", "effects", "idempotent", "open_world"]],
    [
      "a param of no type yet",
      tool,
      "params:\n  limit:\n    ‸\n",
      ["type", "ref", "schema", "use", ...keysOfAnything, ...keysOfField],
    ],
    [
      "only the keys of a string",
      tool,
      "params:\n  limit:\n    type: string\n    ‸\n",
      [
        ...["min_length", "max_length", "max_bytes", "pattern", "format", "trim", "normalize"],
        ...keysOfAnything,
        ...keysOfField,
      ],
    ],
    [
      "only the keys of an array",
      tool,
      "params:\n  labels:\n    type: array\n    ‸\n",
      ["items", "Pegboard tool", "min_items", "max_items", "unique", ...keysOfAnything, ...keysOfField],
    ],
    ["only what may stand beside ref", tool, "result:\n  ref: Note\n  ‸\n", keysOfAnything],
    [
      "the types",
      tool,
      "params:\n  limit: {type: ‸}\n",
      ["string", "integer", "number", "boolean", "enum", "array", "object", "union", "json"],
    ],
    ["the words of an enum", tool, "stability: ‸\n", ["experimental", "beta", "stable"]],
    ["true and false", tool, "effects:\n  read_only: ‸\n", ["true", "false"]],
    ["a new param, and the shared ones", tool, "params:\n  ‸\n", ["new param", "title"]],
    ["a new family", catalog, "families:\n  ‸\n", ["new family"]],
    ["a new error", catalog, "errors:\n  ‸\n", ["new error"]],
    ["tiers", tool, "tier: ‸\n", ["essential", "common"]],
    ["shared params", tool, "params:\n  x: {use: ‸}\n", ["title"]],
    ["named types", tool, "result: {ref: ‸}\n", ["Note"]],
    ["errors of a tool", tool, "errors:\n  - ‸\n", ["NOTE_EXISTS"]],
    ["errors of an example", tool, "examples:\n  - title: x\n    error: ‸\n", ["NOTE_EXISTS"]],
    ["tools that come before", tool, "guidance:\n  after:\n    - ‸\n", ["note_create", "note_list"]],
    [
      "calls of a workflow: tools, built-in ones, and old names",
      tool,
      "guidance:\n  workflows:\n    - goal: x\n      steps:\n        - call: ‸\n",
      ["addTodo", "add_note", "note_create", "note_list", ...Object.keys(builtinTools)].sort(),
    ],
    [
      "tools that replace a retired one",
      "schema/retired.yaml",
      "old:\n  replaced_by: ‸\n",
      ["note_create", "note_list"],
    ],
    ["profiles", catalog, "default_profile: ‸\n", ["core", "full", "scribe"]],
    ["systems", catalog, "profiles:\n  old:\n    list_as: ‸\n", ["scribe"]],
    ["families of a profile", catalog, "profiles:\n  x:\n    families:\n      - ‸\n", ["notes"]],
    ["tiers of a profile", catalog, "profiles:\n  x:\n    tiers:\n      - ‸\n", ["essential", "common"]],
    ["tools of a profile", catalog, "profiles:\n  x:\n    also:\n      - ‸\n", ["note_create", "note_list"]],
    ["surfaces", catalog, "profiles:\n  x:\n    surface: ‸\n", ["direct", "folded", "meta", "auto"]],
    ["params that an old one is renamed to", tool, "aliases:\n  - name: x\n    rename:\n      old: ‸\n", paramNames()],
  ];
  test.each(cases)("%s", async (_, path, text, labels) => {
    expect((await offered(path, text)).map(({ label }) => label)).toEqual(labels);
  });

  test("names come with what they stand for", async () => {
    const documentation = async (path: string, text: string) =>
      (await offered(path, text)).map(({ label, documentation: description }) => [label, description]);
    expect(await documentation(tool, "errors:\n  - ‸\n")).toEqual([
      ["NOTE_EXISTS", "a note titled '{title}' exists ({id})"],
    ]);
    expect(await documentation(tool, "tier: ‸\n")).toEqual([
      ["essential", "🔴 ESSENTIAL: What every agent needs"],
      ["common", "🟡 COMMON: Often useful"],
    ]);
    const calls = [
      ["addTodo", "Old name of note_create, from scribe"],
      ["add_note", "Old name of note_create, from scribe"],
      ["note_create", "Write one note."],
      ["note_list", "List notes, newest first."],
      ...Object.entries(builtinTools),
    ];
    expect(await documentation(tool, "examples:\n  - given:\n      - call: ‸\n")).toEqual(calls.sort());
    expect(await documentation(catalog, "default_profile: ‸\n")).toEqual([
      ["core", "tiers essential"],
      ["full", "all families"],
      ["scribe", "the names of scribe"],
    ]);
  });
});

describe("what is written out", () => {
  const written: readonly [label: string, path: string, text: string][] = [
    ["new tool", "schema/tools/notes/name_of_the_file.yaml", "‸"],
    ["new type", "schema/types/more.yaml", "‸"],
    ["new retired name", "schema/retired.yaml", "‸"],
    ["new family", catalog, insideOf("families:")],
    ["new tier", catalog, insideOf("tiers:")],
    ["new profile", catalog, insideOf("profiles:")],
    ["new error", catalog, insideOf("errors:")],
  ];
  test.each(written)("%s: with its places left as they are, it compiles", async (label, path, text) => {
    const chosen = (await offered(path, text)).find((item) => item.label === label);
    expect(chosen?.insertText).toBeDefined();
    const { before, indent } = cursor(text);
    const filled = leftAsItIs(chosen?.insertText ?? "").replaceAll("\n", `\n${indent}`);
    const file = { path, text: text === "‸" ? filled : `${before}${filled}${text.slice(before.length + 1)}` };
    const sources = [...notes.filter((source) => source.path !== path), file];
    const errors = compile(sources).diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(({ code, message }) => [code, message])).toEqual([]);
  });

  test("new catalog: an empty project can begin with it", async () => {
    const chosen = (await offered(catalog, "‸")).find(({ label }) => label === "new catalog");
    const text = leftAsItIs(chosen?.insertText ?? "");
    expect(text).toContain("format: 1\n");
    const { diagnostics } = compile([{ path: catalog, text }]);
    expect(hasErrors(diagnostics)).toBe(false);
  });
});

describe("hover texts", () => {
  const kinds: readonly SpecFileKind[] = ["retired", "params", "types", "catalog", "tool"];
  const written = new Set<string>();
  // What several kinds of files may hold is looked at in the first of them.
  test.each(kinds)("every key of %s files says what the grammar says", async (kind) => {
    const found = await wrongTexts(kind, written, "");
    expect(found).toEqual([]);
  });

  test("a text that is missing from a schema is noticed", async () => {
    const { editorSchema } = specFiles.retired;
    const schema = readFileSync(join(root, editorSchema), "utf8");
    mkdirSync(dirname(join(root, "mutated", editorSchema)), { recursive: true });
    const description = '"description": "Why it was removed, or why it is not here"';
    expect(schema).toContain(description);
    writeFileSync(join(root, "mutated", editorSchema), schema.replace(description, '"description": ""'));
    expect(await wrongTexts("retired", new Set(), "mutated/")).toEqual([
      ".name.reason: '' instead of 'Why it was removed, or why it is not here'",
    ]);
  });

  /** Keys of a kind of files whose hover text is not what the grammar says. */
  async function wrongTexts(kind: SpecFileKind, done: Set<string>, folder: string): Promise<readonly string[]> {
    const { text, keys } = everyKey(specFiles[kind].rule, done);
    const path = `${folder}schema/every/${kind}.yaml`;
    const modeline = `# yaml-language-server: $schema=../../${specFiles[kind].editorSchema}\n`;
    server.open(path, modeline + text);
    const found: string[] = [];
    for (const { line, path: key, description } of keys) {
      const hover = await server.hover(path, { line: line + 1, character: 1 });
      const text = plain(hover);
      if (text !== description) found.push(`${key}: '${text}' instead of '${description}'`);
    }
    return found;
  }

  const names: readonly [title: string, path: string, text: string, hover: string][] = [
    [
      "an error shows its message",
      tool,
      "errors: [NOTE_‸EXISTS]\n",
      "Errors of catalog.yaml that it may raise\n\nAllowed Values:\n\n* `NOTE_EXISTS`: a note titled '{title}' exists ({id})",
    ],
    [
      "a tool shows its summary",
      tool,
      "guidance: {after: [note_‸list]}\n",
      "Tools that usually come before this one\n\nAllowed Values:\n\n* `note_list`: List notes, newest first.",
    ],
    [
      "a tier shows what it is for",
      tool,
      "tier: com‸mon\n",
      "How important it is: a tier of catalog.yaml\n\nAllowed Values:\n\n* `common`: 🟡 COMMON: Often useful",
    ],
    [
      "a shared param shows its description",
      tool,
      "params: {x: {use: tit‸le}}\n",
      "A shared param of params.yaml; keys beside it override\n\nAllowed Values:\n\n* `title`: Unique among your notes",
    ],
    [
      "a named type shows its description",
      tool,
      "result: {ref: No‸te}\n",
      "A named type of schema/types\n\nAllowed Values:\n\n* `Note`: A note as it is kept",
    ],
    [
      "a name that is not known yet shows the key's text",
      tool,
      "errors: [NOTE_‸LOST]\n",
      "Errors of catalog.yaml that it may raise",
    ],
    ["a param shows what its map is", tool, "params:\n  lim‸it: {type: string}\n", "Params by name"],
  ];
  test.each(names)("%s", async (_, path, text, expected) => {
    const { at, whole } = cursor(text);
    server.open(path, whole);
    expect(unescaped(withoutFrame(await server.hover(path, at)))).toBe(expected);
  });
});

describe("what is wrong", () => {
  const head = [
    "name: note_draft",
    "title: Draft a note",
    "tier: common",
    "since: 0.2.0",
    "summary: Draft a note.",
    "session: none",
    "effects: { read_only: true, destructive: false, idempotent: true, open_world: false }",
    "result: { ref: Note }",
    "",
  ].join("\n");
  const mistakes: readonly [title: string, text: string, problems: readonly string[]][] = [
    ["a mistyped key", `${head}sumary: x\n`, ["9:1-7 Property sumary is not allowed."]],
    ["a missing key", head.replace("tier: common\n", ""), ['1:1-2 Missing property "tier".']],
    ["a missing key further in", head.replace("read_only: true, ", ""), ['7:1-8 Missing property "read_only".']],
    [
      "a wrong word",
      `${head}stability: stabel\n`,
      ['9:12-18 Value is not accepted. Valid values: "experimental", "beta", "stable".'],
    ],
    [
      "a key of another type",
      `${head}params:\n  a: { type: string, min: 3 }\n`,
      ["10:22-25 Property min is not allowed."],
    ],
    [
      "a mistyped key of a type",
      `${head}params:\n  a: { type: integer, mni: 3 }\n`,
      ["10:23-26 Property mni is not allowed."],
    ],
    ["a type that is missing", `${head}params:\n  a: { min: 3 }\n`, ['10:3-4 Missing property "type".']],
    [
      "a type that there is not",
      `${head}params:\n  a: { type: integr, min: 3 }\n`,
      [
        '10:14-20 Value is not accepted. Valid values: "string", "integer", "number", "boolean", "enum", "array", ' +
          '"object", "union", "json".',
      ],
    ],
    [
      "two keys that name the type",
      `${head}params:\n  a: { ref: Note, type: string }\n`,
      ["10:8-11 Property ref is not allowed."],
    ],
    [
      "a key that can't stand beside ref",
      `${head}params:\n  a: { ref: Note, min: 3 }\n`,
      ["10:19-22 Property min is not allowed."],
    ],
    ["an array without items", `${head}params:\n  a: { type: array }\n`, ['10:3-4 Missing property "items".']],
    [
      "a value of another kind",
      `${head}params:\n  a: { type: integer, min: "3" }\n`,
      ['10:28-31 Incorrect type. Expected "number".'],
    ],
    [
      "a name of the wrong form",
      `${head}errors: [note_exists]\n`,
      ["9:10-21 It must be capitals joined by '_', such as NOTE_NOT_FOUND"],
    ],
    [
      "a key of the wrong form",
      `${head}params:\n  Limit: { type: string }\n`,
      ["10:3-8 It must be lower case words joined by '_', beginning with a letter"],
    ],
    [
      "two keys of which one may be there",
      `${head}examples:\n  - { title: x, arguments: {}, result: {}, error: NOTE_EXISTS }\n`,
      ["10:44-49 'error' can't be combined with 'result'"],
    ],
    [
      "a list that says the same twice",
      `${head}errors: [NOTE_EXISTS, NOTE_EXISTS]\n`,
      ["9:9-35 Array has duplicate items."],
    ],
  ];
  // At once, in a file each: the server lets an author type on for a while before it speaks.
  const numbered = mistakes.map(([title, text, problems], index) => [title, index, text, problems] as const);
  test.concurrent.each(numbered)("%s", async (_, index, text, problems) => {
    const path = `schema/tools/notes/note_${index}.yaml`;
    expect((await server.problems(path, text)).map(shown)).toEqual(problems);
  });

  test("a name that is not declared yet is not a mistake of this file", async () => {
    const text = `${head}errors: [NOTE_LOST]\nguidance: { after: [note_find] }\n`;
    expect((await server.problems(tool, text)).map(shown)).toEqual([]);
  });
});

describe("nothing is wrong with what compiles", () => {
  const projects = ["", "test/golden/compile/notes", "test/golden/lint/base", "test/fixtures/notes"];
  test.each(projects)("schema/ of '%s', by a line in each file", async (project) => {
    const sources = sourcesOf(project);
    const folder = project === "" ? "repository" : project;
    writeSchemas(join(root, folder), sources);
    const yaml = sources.filter(({ path }) => path.endsWith(".yaml"));
    expect(yaml.length).toBeGreaterThan(2);
    const found = await Promise.all(
      yaml.map(async ({ path, text }) => {
        const up = "../".repeat(path.split("/").length - 1);
        const modeline = `# yaml-language-server: $schema=${up}${specFiles[kindOf(path)].editorSchema}\n`;
        return (await server.problems(join(folder, path), modeline + text)).map(
          (problem) => `${path}: ${shown(problem)}`,
        );
      }),
    );
    expect(found.flat()).toEqual([]);
  });

  test("the line in a file leads to its schema", async () => {
    writeSchemas(join(root, "other"), notes);
    const modeline = "# yaml-language-server: $schema=../generated/.cache/spec/catalog.schema.json\n";
    const problems = await server.problems("other/schema/catalog.yaml", `${modeline}formt: 1\n`);
    expect(problems.map(shown)).toContain("2:1-6 Property formt is not allowed.");
  });
});

/** The texts under schema/ of a project of this repository, "" for its own. */
function sourcesOf(project: string): readonly SourceFile[] {
  const folder = join(repository, project);
  return readdirSync(join(folder, "schema"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(folder, path).split(sep).join("/"), text: readFileSync(path, "utf8") }));
}

function writeSchemas(folder: string, sources: readonly SourceFile[]): void {
  const { value, diagnostics } = compile(sources);
  const wrong = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  for (const { path, text } of value?.files ?? []) {
    if (!path.startsWith("generated/.cache/spec/")) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function kindOf(path: string): SpecFileKind {
  const kind = recognise(path)?.kind;
  if (kind === undefined || kind === "text") throw new Error(`${path} is not a file of the language`);
  return kind;
}

function paramNames(): readonly string[] {
  const names = compile(notes).value?.catalog.tools.flatMap((each) => each.params.map(({ name }) => name)) ?? [];
  return [...new Set(names)].sort();
}

async function offered(path: string, text: string): Promise<readonly Completion[]> {
  const { at, whole } = cursor(text);
  server.open(path, whole);
  const items = await server.completions(path, at);
  return items.map((item) =>
    typeof item.documentation === "object" ? { ...item, documentation: item.documentation.value } : item,
  );
}

/** `‸` marks where the cursor stands. */
function cursor(text: string): { at: Position; whole: string; before: string; indent: string } {
  const before = text.slice(0, text.indexOf("‸"));
  const lines = before.split("\n");
  const line = lines.at(-1) ?? "";
  return {
    at: { line: lines.length - 1, character: line.length },
    whole: text.replace("‸", ""),
    before,
    indent: " ".repeat(line.length - line.trimStart().length),
  };
}

/** The catalog of the notes with a place for one more entry under a key, in block style. */
function insideOf(key: string): string {
  const text = notes.find(({ path }) => path === catalog)?.text ?? "";
  return text.replace(`\n${key}\n`, `\n${key}\n  ‸\n`);
}

/** A snippet whose places keep what stands in them: the word, or the first of the words to choose from. */
function leftAsItIs(snippet: string): string {
  return snippet
    .replace(/\$\{\d+\|([^,|]*)[^|]*\|\}/g, (_, first: string) => first)
    .replace(/\$\{\d+:([^}]*)\}/g, (_, word: string) => word)
    .replace(/\$\d+/g, "x");
}

function shown({ range: { start, end }, message }: Problem): string {
  const till = end.line === start.line ? `${end.character + 1}` : `${end.line + 1}:${end.character + 1}`;
  return `${start.line + 1}:${start.character + 1}-${till} ${message}`;
}

/** A hover text without its heading and the line that names the schema. */
function withoutFrame(hover: string): string {
  return hover
    .replace(/^#### .*\n\n/, "")
    .replace(/\n*Source: \[.*$/s, "")
    .trimEnd();
}

function unescaped(markdown: string): string {
  return markdown.replace(/\\([\\`*_{}[\]()#+\-.!])/g, "$1");
}

/** The text of a key alone. */
function plain(hover: string): string {
  return unescaped(withoutFrame(hover).replace(/\n*Allowed Values:.*$/s, ""));
}
