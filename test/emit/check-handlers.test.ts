import { expect, test } from "vitest";
import type { Catalog } from "../../src/compiler/catalog/catalog.ts";
import { checkHandlers } from "../../src/compiler/emit/check-handlers.ts";
import { emit } from "../../src/compiler/emit/emit.ts";
import type { SourceFile } from "../../src/diagnostics/source-file.ts";
import { richCatalog, tool } from "./rich-catalog.ts";

const base = richCatalog();
const catalog: Catalog = { ...base, tools: [tool("note_create", {})] };
const path = "src/handlers/notes/note_create.ts";

async function findings(files: readonly SourceFile[], of: Catalog = catalog): Promise<readonly unknown[]> {
  const found = await checkHandlers(of, new Map(), files);
  return found.map(({ code, message, help, related }) => [
    code,
    message,
    help,
    ...(related ?? []).map((place) => place.message),
  ]);
}

test("a handler that is missing is reported with its path", async () => {
  expect(await findings([])).toEqual([
    [
      "handler-missing",
      `'note_create' has no handler: '${path}' does not exist`,
      "'pegboard generate' writes a first version",
    ],
  ]);
});

test("the wrong export is reported with the nearest name and with what is exported instead", async () => {
  expect(await findings([{ path, text: "export const noteCreated = 1;\nexport function other() {}\n" }])).toEqual([
    [
      "handler-export-missing",
      `'${path}' does not export 'noteCreate', the handler of 'note_create'`,
      "did you mean 'noteCreated'?",
      "it exports 'noteCreated', 'other'",
    ],
  ]);
});

test("the wrong export is marked where it is, and the tool is named beside it", async () => {
  const yaml = { path: "schema/tools/notes/note_create.yaml", text: "name: note_create\n" };
  const origins = new Map([["/tools/0/name", { file: yaml, start: 6, end: 17 }]]);
  const text = "const a = 1;\nexport const other = 1;\nexport { a as noteCreated };\n";
  const [finding] = await checkHandlers(catalog, origins, [{ path, text }]);
  expect(finding?.span?.file.path).toBe(path);
  expect(text.slice(finding?.span?.start, finding?.span?.end)).toBe("noteCreated");
  expect(finding?.related?.map(({ span, message }) => [span.file.path, message])).toEqual([
    [path, "it exports 'noteCreated', 'other'"],
    [yaml.path, "the tool"],
  ]);
});

test.each([
  ["a constant", "export const noteCreate = 1;\n"],
  ["a function", "export async function noteCreate() {}\n"],
  ["an export list", "const create = 1;\nexport { create as noteCreate };\n"],
  ["a re-export", 'export { create as noteCreate } from "./create.ts";\n'],
  ["another module's exports, which can't be known from here", 'export * from "./create.ts";\n'],
])("a handler may be exported as %s", async (_, text) => {
  expect(await findings([{ path, text }])).toEqual([]);
});

const previewed: Catalog = {
  ...base,
  tools: [tool("note_create", { confirm: { message: "destroy it", preview: true } })],
};

test.each([
  [
    "a scaffold",
    "export const noteCreate: ToolHandler<NoteCreate> = async (_input, _deps, _call): ResultOf<NoteCreate> => {\n",
  ],
  ["a function", "export async function noteCreate() {}\n"],
  ["an arrow without types", "export const noteCreate = (input) => ok(input);\n"],
])("a handler from before the tool had a preview is reported with what to change: %s", async (_, text) => {
  expect(await findings([{ path, text }])).toEqual([]);
  expect(await findings([{ path, text }], previewed)).toEqual([
    [
      "handler-without-preview",
      `'${path}' exports a function, and 'confirm: {preview: true}' of 'note_create' needs { preview, run }`,
      "make it a PreviewedHandler: the function becomes 'run', and 'preview' says what it would destroy",
      "a function",
    ],
  ]);
});

test.each([
  ["an object", "export const noteCreate: PreviewedHandler<NoteCreate, Deps> = {\n  preview: async () => ok('it'),\n"],
  ["an object in brackets", "export const noteCreate = ({ preview: async () => ok('it'), run });\n"],
  ["what another function makes", "export const noteCreate = withAudit(async (input) => ok(input));\n"],
  ["an export list", "const create = async () => 1;\nexport { create as noteCreate };\n"],
])("what is not a plain function is left to the type checker: %s", async (_, text) => {
  expect(await findings([{ path, text }], previewed)).toEqual([]);
});

test("a name in a comment is not an export", async () => {
  const [finding] = await findings([{ path, text: "// export const noteCreate = 1;\n" }]);
  expect(finding).toEqual([
    "handler-export-missing",
    `'${path}' does not export 'noteCreate', the handler of 'note_create'`,
    "export 'noteCreate' from it",
    "it exports nothing",
  ]);
});

test("a handler whose tool is gone is reported; other files of the folder are not", async () => {
  const own = { path, text: "export const noteCreate = 1;\n" };
  const gone = {
    path: "src/handlers/notes/note_burn.ts",
    text: 'import type { NoteBurn } from "../../../generated/contracts/note_burn.ts";\nexport const noteBurn = 1;\n',
  };
  const own_helper = { path: "src/handlers/notes/slug.ts", text: "export const slug = 1;\n" };
  expect(await findings([own, gone, own_helper])).toEqual([
    [
      "handler-stale",
      "'src/handlers/notes/note_burn.ts' handles 'note_burn', which is no longer a tool or an adapted alias",
      "delete the file",
    ],
  ]);
});

test("an adapter that is missing is reported by its alias", async () => {
  const files = emit(base, new Map()).filter((file) => file.kind === "scaffold");
  expect(await findings(files, base)).toEqual([]);
  expect(
    await findings(
      files.filter((file) => !file.path.includes("add-note")),
      base,
    ),
  ).toEqual([
    [
      "adapter-missing",
      "alias 'add-note.v0' says 'adapt: true' or has a 'result', and no adapter: 'src/handlers/notes/add-note.v0.ts' does not exist",
      "'pegboard generate' writes a first version",
    ],
  ]);
});

test("an adapter without the function that maps the result is reported, by the name that it should have", async () => {
  const files = emit(base, new Map()).filter((file) => file.kind === "scaffold");
  const halved = files.map((file) =>
    file.path.includes("add-note")
      ? { ...file, text: file.text.replace("export const addNoteV0Result", "const other") }
      : file,
  );
  expect(await findings(halved, base)).toEqual([
    [
      "adapter-export-missing",
      "'src/handlers/notes/add-note.v0.ts' does not export 'addNoteV0Result', the adapter of alias 'add-note.v0'",
      "known: addNoteV0",
      "it exports 'addNoteV0'",
    ],
  ]);
});
