import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Catalog } from "../../src/compiler/catalog/catalog.ts";
import { compile } from "../../src/compiler/compile.ts";
import { checkHandlers } from "../../src/compiler/emit/check-handlers.ts";
import { checkSymbols } from "../../src/compiler/emit/symbol-check.ts";
import type { SourceFile } from "../../src/diagnostics/source-file.ts";
import { catalogOf } from "../diff/cases.ts";
import { toolWith } from "../schema/arbitraries.ts";
import { typeErrors } from "./type-check.ts";

// The catalog of test/golden/compile/versions; its files are held byte for byte by test/compile/compile.test.ts.

const schema = join(import.meta.dirname, "../golden/compile/versions/schema");
const sources: readonly SourceFile[] = readdirSync(schema, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path: `schema${path.slice(schema.length)}`, text: readFileSync(path, "utf8") }));

const { catalog, files } = compiled(sources);

function compiled(texts: readonly SourceFile[]): { readonly catalog: Catalog; readonly files: readonly SourceFile[] } {
  const { value, diagnostics } = compile(texts);
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
  if (value === undefined || errors.length > 0) throw new Error(errors.join("\n"));
  return value;
}

function changed(path: string, from: string, to: string): readonly SourceFile[] {
  return sources.map((file) => (file.path === path ? { path, text: file.text.replace(from, to) } : file));
}

describe("the catalog", () => {
  test("orders versions behind each other, the newest first", () => {
    expect(catalog.tools.map(({ name, version, supersededBy }) => [name, version, supersededBy])).toEqual([
      ["note_create", 3, undefined],
      ["note_create", 2, 3],
      ["note_create", 1, 3],
      ["note_list", 2, undefined],
      ["note_list", 1, 2],
    ]);
  });

  test("lists a tool once in a profile", () => {
    expect(catalog.profiles.map(({ tools }) => tools)).toEqual([["note_create", "note_list"]]);
  });
});

describe("the listing", () => {
  test("is the same as if there were no older versions", () => {
    const alone = sources.filter(({ path }) => !/\.v\d+\.yaml$/.test(path));
    const wire = (all: readonly SourceFile[]) => all.filter(({ path }) => path.startsWith("generated/.cache/wire/"));
    expect(wire(compiled(alone).files)).toEqual(wire(files));
  });
});

describe("handlers", () => {
  const scaffolds = files.filter(({ path }) => path.startsWith("src/handlers/"));
  const reported = async (of: Catalog, all: readonly SourceFile[]) =>
    (await checkHandlers(of, new Map(), all)).map(({ code, message, help }) => [code, message, help]);

  test("are wanted for current versions and for those that nothing maps", async () => {
    expect(await reported(catalog, [])).toEqual(
      ["note_create", "note_list", "note_list.v1"].map((name) => [
        "handler-missing",
        `'${name}' has no handler: 'src/handlers/note/${name}.ts' does not exist`,
        "'pegboard generate' writes a first version",
      ]),
    );
    expect(await reported(catalog, scaffolds)).toEqual([]);
  });

  test("of a version that is mapped now, or gone, are stale", async () => {
    // The current version answers its calls from now on, in the time that it has.
    const mapped = (text: string) =>
      `${text.replace("{type: string}", "{ref: Note}").replace("deadline: 1500ms\n", "")}upgrade: {}\n`;
    const upgraded = compiled(
      changed("schema/tools/note/note_list.v1.yaml", "max: 1000", "max: 50").map((file) =>
        file.path.endsWith("note_list.v1.yaml") ? { ...file, text: mapped(file.text) } : file,
      ),
    );
    const path = "src/handlers/note/note_list.v1.ts";
    expect(await reported(upgraded.catalog, scaffolds)).toEqual([
      [
        "handler-stale",
        expect.stringContaining(`'${path}'`),
        "delete the file: 'upgrade' in schema/tools/note/note_list.v1.yaml stands in for it",
      ],
    ]);
    const without = compiled(sources.filter((file) => !file.path.endsWith("note_list.v1.yaml")));
    expect(await reported(without.catalog, scaffolds)).toEqual([
      ["handler-stale", expect.stringContaining(`'${path}'`), "delete the file"],
    ]);
  });

  test("of an older version are held to that version's contract", () => {
    const path = "src/handlers/note/note_list.v1.ts";
    const handler = [
      'import { ok } from "pegboard/runtime";',
      'import type { NoteListV1 } from "../../../generated/contracts/note_list.v1.ts";',
      'import type { ToolHandler } from "../deps.ts";',
      "export const noteListV1: ToolHandler<NoteListV1> = async () => ok([1]);",
    ].join("\n");
    const complaint = typeErrors(files.map((file) => (file.path === path ? { path, text: handler } : file)));
    expect(complaint).toContain(`${path}(4,`);
  });
});

describe("names of generated code", () => {
  test("of a version and of another tool may not be one", () => {
    const tools = [
      toolWith([], { version: 2 }),
      toolWith([], { supersededBy: 2 }),
      toolWith([], { name: "note_create_v1" }),
    ];
    expect(checkSymbols(catalogOf(tools), new Map()).map(({ code, message }) => `${code}: ${message}`)).toEqual([
      expect.stringMatching(/^symbol-collision: .*'note_create\.v1'.*'note_create_v1'.*'NoteCreateV1'/),
    ]);
  });

  test("that can't be are reported once, not once for each version", () => {
    const tools = [
      toolWith([], { name: "constructor", version: 2 }),
      toolWith([], { name: "constructor", supersededBy: 2 }),
    ];
    expect(checkSymbols(catalogOf(tools), new Map()).map(({ code }) => code)).toEqual(["symbol-inherited"]);
  });
});

describe("compiling", () => {
  test("gives the same files whatever the order of the sources", () => {
    expect(compile([...sources].reverse()).value?.files).toEqual(files);
  });

  test("ends with a value and findings, whichever line of a file is missing", () => {
    const tools = sources.filter(({ path }) => path.startsWith("schema/tools/"));
    const mistakes = tools.flatMap(({ path, text }) =>
      text.split("\n").map((_, at, lines) => {
        const broken = lines.toSpliced(at, 1).join("\n");
        return sources.map((file) => (file.path === path ? { path, text: broken } : file));
      }),
    );
    const outcomes = mistakes.map((texts) => {
      const { value, diagnostics } = compile(texts);
      return value !== undefined && value.files.length > 0 !== diagnostics.some(({ severity }) => severity === "error");
    });
    expect(outcomes.length).toBeGreaterThan(50);
    expect(outcomes.filter((sound) => !sound)).toEqual([]);
  });

  test("wants a current version beside every older one, whichever file is missing", () => {
    const without = (name: string) =>
      compile(sources.filter(({ path }) => !path.endsWith(`/${name}`))).diagnostics.map(({ code }) => code);
    expect(without("note_create.yaml")).toEqual(["version-without-current", "version-without-current"]);
    expect(without("note_create.v2.yaml")).toEqual([]);
    expect(without("note_create.v1.yaml").filter((code) => code.startsWith("version"))).toEqual([]);
  });
});
