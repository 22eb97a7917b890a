import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.ts";
import type { SourceFile } from "../../src/diagnostics/source-file.ts";
import { typeErrors } from "../emit/type-check.ts";
import { mayRewriteGoldens } from "../may-rewrite-goldens.ts";

const golden = resolve(import.meta.dirname, "../golden/compile");
const updates = mayRewriteGoldens();

/** Texts under a folder by their path in it, sorted. */
function readTree(root: string): Map<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/")).sort();
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

function sourcesOf(folder: string): readonly SourceFile[] {
  return [...readTree(join(folder, "schema"))].map(([path, text]) => ({ path: `schema/${path}`, text }));
}

test.each(readdirSync(golden))("%s: the files that come out are the expected ones, byte by byte", (name) => {
  const folder = join(golden, name);
  const { value, diagnostics } = compile(sourcesOf(folder));
  expect(diagnostics.filter((finding) => finding.severity === "error").map((finding) => finding.message)).toEqual([]);
  const files = new Map((value?.files ?? []).map((file) => [file.path, file.text]));
  const expected = join(folder, "expected");
  if (updates) {
    rmSync(expected, { recursive: true, force: true });
    for (const [path, text] of files) {
      mkdirSync(dirname(join(expected, path)), { recursive: true });
      writeFileSync(join(expected, path), text);
    }
  }
  const wanted = readTree(expected);
  expect([...files.keys()]).toEqual([...wanted.keys()].sort());
  for (const [path, text] of files) expect(text, path).toBe(wanted.get(path));
});

test.each(readdirSync(golden))("%s: the expected files pass the strict type checker as they stand", (name) => {
  const files = [...readTree(join(golden, name, "expected"))].map(([path, text]) => ({ path, text }));
  expect(typeErrors(files)).toBe("");
});

test.each(readdirSync(golden))("%s: they pass it in a project with `strict` alone", (name) => {
  const files = [...readTree(join(golden, name, "expected"))].map(([path, text]) => ({ path, text }));
  expect(typeErrors(files, { exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false })).toBe("");
});

const notes = sourcesOf(join(golden, "notes"));

test("the order in which source files are handed in makes no difference", () => {
  const forwards = compile(notes).value?.files;
  expect(compile([...notes].reverse()).value?.files).toEqual(forwards);
  expect(forwards?.length).toBeGreaterThan(0);
});

test("line ends and a byte order mark make no difference, to the hashes in the manifest either", () => {
  const workbench = sourcesOf(resolve(import.meta.dirname, "../.."));
  for (const sources of [notes, workbench]) {
    const asOnWindows = sources.map(({ path, text }) => ({ path, text: `\uFEFF${text.replaceAll("\n", "\r\n")}` }));
    expect(compile(asOnWindows).value?.files).toEqual(compile(sources).value?.files);
  }
});

test("the manifest has a hash of every text, and of nothing else of it", () => {
  const manifest = (sources: readonly SourceFile[]): unknown =>
    JSON.parse(compile(sources).value?.files.find(({ path }) => path === "generated/.cache/manifest.json")?.text ?? "");
  const before = manifest(notes);
  expect(before).toMatchObject({
    sources: Object.fromEntries(notes.map(({ path }) => [path, expect.stringMatching(/^[0-9a-f]{16}$/)])),
  });
  const after = manifest(changed("schema/catalog.yaml", "\n", "\n# A comment.\n"));
  expect(after).not.toEqual(before);
});

/** The notes catalog with a text of it replaced. */
function changed(path: string, from: string, to: string): readonly SourceFile[] {
  return notes.map((file) => (file.path === path ? { path, text: file.text.replace(from, to) } : file));
}

test("nothing is emitted while there is an error, and the catalog is there all the same", () => {
  const { value, diagnostics } = compile(changed("schema/tools/notes/note_list.yaml", "ref: Note", "ref: Noet"));
  expect(value?.files).toEqual([]);
  expect(value?.catalog.server.name).toBe("notes");
  expect(diagnostics.filter((finding) => finding.severity === "error").map(({ code, help }) => [code, help])).toEqual([
    ["unknown-type", "did you mean 'Note'?"],
  ]);
});

test("without catalog.yaml there is no value, and one finding says so", () => {
  const { value, diagnostics } = compile([]);
  expect(value).toBe(undefined);
  expect(diagnostics.map((finding) => finding.code)).toEqual(["catalog-missing"]);
});

test.each([
  ["empty", ""],
  ["binary", "\0\u0001\u0002"],
  ["no YAML", "{{{{"],
  ["a list", "- a\n- b\n"],
])("a file that is %s is a finding, not a crash", (_, text) => {
  for (const { path } of notes.filter((file) => file.path.endsWith(".yaml"))) {
    const { value, diagnostics } = compile(notes.map((file) => (file.path === path ? { path, text } : file)));
    expect([path, value?.files ?? []]).toEqual([path, []]);
    expect([path, diagnostics.some((finding) => finding.severity === "error")]).toEqual([path, true]);
  }
});

test("a handler that raises an error which its YAML does not declare does not type-check", () => {
  const files = compile(notes).value?.files ?? [];
  const handler = [
    'import { ok } from "pegboard/runtime";',
    'import type { NoteList } from "../../../generated/contracts/note_list.ts";',
    'import { errors } from "../../../generated/errors.ts";',
    'import type { ToolHandler } from "../deps.ts";',
    "export const noteList: ToolHandler<NoteList> = async (input) =>",
    '  input.limit > 1 ? ok([]) : errors.noteExists({ title: "a", id: "b" });',
  ];
  const path = "src/handlers/notes/note_list.ts";
  const complaint = typeErrors(files.map((file) => (file.path === path ? { path, text: handler.join("\n") } : file)));
  expect(complaint).toContain(`${path}(6,3): error TS2322`);
  expect(complaint).toContain('"NOTE_EXISTS"');
});
