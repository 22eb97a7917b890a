import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { generate } from "../../src/cli/commands/generate.ts";
import { type RenameToolOptions, renameToolCommand } from "../../src/cli/commands/rename.ts";
import { type Folder, temporaryFolder } from "./folder.ts";
import { recordTerminal } from "./record-terminal.ts";
import { putCatalog } from "./scaffolded-catalog.ts";

let folder: Folder;
beforeEach(() => {
  folder = temporaryFolder();
  putCatalog(folder);
});
afterEach(() => folder.remove());

async function run(old: string, current: string, options: RenameToolOptions = {}) {
  const recorded = recordTerminal(folder.path);
  const code = await renameToolCommand(recorded.terminal, old, current, options);
  return { code, stdout: recorded.stdout(), stderr: recorded.stderr() };
}

async function isUpToDate(): Promise<boolean> {
  return (await generate(recordTerminal(folder.path).terminal, { check: true })) === 0;
}

function makeStable(tool: string): void {
  const path = `schema/tools/note/${tool}.yaml`;
  folder.put(path, folder.read(path).replace("stability: experimental\n", ""));
}

describe("rename tool", () => {
  it("moves and rewrites everything at once, so that generate finds nothing to do", async () => {
    const { code, stdout, stderr } = await run("note_list", "note_search");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.replace(/\d+ files/, "N files")).toBe(`updated schema/catalog.yaml
updated schema/tools/note/note_create.yaml
moved schema/tools/note/note_list.yaml to schema/tools/note/note_search.yaml
moved src/handlers/note/note_list.ts to src/handlers/note/note_search.ts
N files changed in generated/

'note_search' still accepts the old name 'note_list', at least until 2026-12-21
these still use "note_list", which works as an alias: test/note.test.ts (1)
`);
    const files = Object.keys(folder.snapshot());
    expect(files.filter((path) => /note_list/.test(path))).toEqual([]);
    expect(files.filter((path) => /note_search/.test(path))).toEqual([
      "generated/.cache/validators/note_search.d.ts",
      "generated/.cache/validators/note_search.js",
      "generated/contracts/note_search.ts",
      "generated/docs/tools/note_search.md",
      "schema/tools/note/note_search.yaml",
      "src/handlers/note/note_search.ts",
    ]);
    expect(await isUpToDate()).toBe(true);
  });

  it("promises the old name for the catalog's grace, or until the day that is asked for", async () => {
    makeStable("note_list");
    makeStable("note_create");
    await run("note_list", "note_search");
    // The terminal's clock says 2026-11-21; grace of stable tools is 180 days.
    expect(folder.read("schema/tools/note/note_search.yaml")).toContain("sunset: 2027-05-20");
    await run("note_create", "note_add", { sunset: "2028-02-29", of: "first" });
    expect(folder.read("schema/tools/note/note_add.yaml")).toContain(
      "  - name: note_create\n    of: first\n    deprecated: {since: 0.1.0, sunset: 2028-02-29, reason: renamed to note_add}\n",
    );
    expect(await isUpToDate()).toBe(true);
  });

  it("moves to another family", async () => {
    folder.put(
      "schema/catalog.yaml",
      folder.read("schema/catalog.yaml").replace("profiles:", "  board: {title: B, summary: B}\nprofiles:"),
    );
    expect((await run("note_list", "board_show", { family: "board" })).code).toBe(0);
    expect(folder.read("src/handlers/board/board_show.ts")).toContain(
      "export const boardShow: ToolHandler<BoardShow> =",
    );
    expect(await isUpToDate()).toBe(true);
  });

  it("with --dry-run shows the change as a diff that git can apply, and writes nothing", async () => {
    const before = folder.snapshot();
    const { code, stdout } = await run("note_list", "note_search", { dryRun: true, sunset: "2027-12-01" });
    expect(code).toBe(0);
    expect(stdout).toContain(
      `diff --git a/schema/tools/note/note_list.yaml b/schema/tools/note/note_search.yaml
rename from schema/tools/note/note_list.yaml
rename to schema/tools/note/note_search.yaml
--- a/schema/tools/note/note_list.yaml
+++ b/schema/tools/note/note_search.yaml
@@ -1,4 +1,4 @@
-name: note_list
+name: note_search
`,
    );
    expect(stdout).toContain("+    deprecated: {since: 0.1.0, sunset: 2027-12-01, reason: renamed to note_search}\n");
    expect(stdout).toMatch(/\nand \d+ files in generated\/; nothing was written\n$/);
    expect(folder.snapshot()).toEqual(before);
  });

  it("with --json says the same for programs", async () => {
    const { stdout } = await run("note_list", "note_search", { json: true });
    expect(JSON.parse(stdout)).toMatchObject({
      written: true,
      files: [
        { from: "schema/catalog.yaml", to: "schema/catalog.yaml" },
        { from: "schema/tools/note/note_create.yaml", to: "schema/tools/note/note_create.yaml" },
        { from: "schema/tools/note/note_list.yaml", to: "schema/tools/note/note_search.yaml" },
        { from: "src/handlers/note/note_list.ts", to: "src/handlers/note/note_search.ts" },
      ],
      mentions: { "test/note.test.ts": 1 },
    });
  });

  it("goes there and back: only the alias is left", async () => {
    const before = folder.snapshot();
    await run("note_list", "note_search");
    await run("note_search", "note_list");
    const after = folder.snapshot();
    const changed = Object.keys(after).filter((path) => !path.startsWith("generated/") && after[path] !== before[path]);
    expect(changed).toEqual(["schema/tools/note/note_list.yaml"]);
    expect(after["schema/tools/note/note_list.yaml"]).toContain("aliases:\n  - name: note_search\n");
    expect(await isUpToDate()).toBe(true);
  });

  it.each<[old: string, current: string, options: RenameToolOptions, message: string]>([
    ["note_lst", "note_search", {}, "there is no tool 'note_lst'"],
    ["note_list", "note_list", {}, "the tool is called 'note_list' already"],
    ["note_list", "note_create", {}, "there is a tool 'note_create' already"],
    ["note_list", "../x", {}, "'../x' can't be the name of a tool"],
    ["note_list", "note_search", { family: "notes" }, "there is no family 'notes'"],
    ["note_list", "note_search", { family: "../x" }, "there is no family '../x'"],
    ["note_list", "note_search", { sunset: "soon" }, "--sunset takes a date such as 2027-12-01, not 'soon'"],
    [
      "note_list",
      "note_search",
      { sunset: "2027-02-30" },
      "--sunset takes a date such as 2027-12-01, not '2027-02-30'",
    ],
    ["note_list", "note_search", { of: "A b" }, "--of takes a lower case name such as ai-memory, not 'A b'"],
  ])("refuses %s → %s %j", async (old, current, options, message) => {
    const before = folder.snapshot();
    await expect(run(old, current, options)).rejects.toThrow(message);
    expect(folder.snapshot()).toEqual(before);
  });

  describe("a tool that callers spell otherwise than its file", () => {
    const path = "schema/tools/note/note_list.yaml";
    beforeEach(() =>
      folder.put(path, folder.read(path).replace("name: note_list\n", "name: note_list\nwire: listNotes\n")),
    );

    it.each(["listNotes", "note_list"])("is found as %s; the name that callers know stays as an alias", async (old) => {
      const { code, stdout, stderr } = await run(old, "note_search");
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toContain(`moved ${path} to schema/tools/note/note_search.yaml\n`);
      expect(stdout).toContain("moved src/handlers/note/note_list.ts to src/handlers/note/note_search.ts\n");
      expect(stdout).toContain("'note_search' still accepts the old name 'listNotes'");
      const text = folder.read("schema/tools/note/note_search.yaml");
      expect(text).toContain("  - name: listNotes\n");
      expect(text).not.toContain("wire:");
      expect(folder.read("src/handlers/note/note_search.ts")).toContain("export const noteSearch");
      expect(await isUpToDate()).toBe(true);
    });

    it("may get the name of its own file", async () => {
      const { code, stdout } = await run("listNotes", "note_list");
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(`updated ${path}\n`) });
      expect(folder.read(path)).toContain("  - name: listNotes\n");
      expect(folder.read(path)).not.toContain("wire:");
      expect(await isUpToDate()).toBe(true);
    });

    it("keeps the name of its file from others", async () => {
      const taken = "there is a tool 'note_list' already, which callers know as 'listNotes'";
      await expect(run("note_create", "note_list")).rejects.toThrow(taken);
    });

    it("is not guessed where another tool's file has the name that callers know", async () => {
      folder.put(path, folder.read(path).replace("wire: listNotes", "wire: note_create"));
      const other = "schema/tools/note/note_create.yaml";
      folder.put(other, folder.read(other).replace("name: note_create\n", "name: note_create\nwire: addNote\n"));
      const before = folder.snapshot();
      await expect(run("note_create", "x")).rejects.toThrow(
        "'note_create' is the name of one tool and the file of another",
      );
      expect(folder.snapshot()).toEqual(before);
      expect((await run("addNote", "note_add")).code).toBe(0);
    });
  });

  it("refuses an old name as the tool, and one whose callers send other params as the new name", async () => {
    const path = "schema/tools/note/note_list.yaml";
    folder.put(path, `${folder.read(path)}aliases: [{name: list_notes, of: old, rename: {count: limit}}]\n`);
    await expect(run("list_notes", "x")).rejects.toThrow("'list_notes' is an old name of 'note_list'");
    await expect(run("note_list", "list_notes")).rejects.toThrow("with a form of its own, which its callers still use");
  });

  it("refuses a name that means something else in the code", async () => {
    const path = "src/handlers/note/note_list.ts";
    folder.put(path, `${folder.read(path)}const noteSearch = 1;\n`);
    await expect(run("note_list", "note_search")).rejects.toThrow(
      `'noteSearch' means something else already in ${path}`,
    );
  });

  it.each(["oneOf: [{required: [limit]}, {required: [tag]}]", "required: [tag]"])(
    "keeps what the tool demands of its calls under the old name: %s",
    async (demand) => {
      const path = "schema/tools/note/note_list.yaml";
      folder.put(
        path,
        folder
          .read(path)
          .replace("\nparams:", `\ninput: {${demand}}\nparams:`)
          .replace(/examples:.*/s, ""),
      );
      expect(await run("note_list", "note_search")).toMatchObject({ code: 0, stderr: "" });
      expect(await isUpToDate()).toBe(true);
    },
  );

  it("says what the compiler would object to and nothing else, and writes nothing", async () => {
    const other = "schema/tools/note/note_create.yaml";
    folder.put(other, folder.read(other).replace(/guidance:.*/s, ""));
    const before = folder.snapshot();
    const { code, stderr } = await run("note_list", `note_${"x".repeat(60)}`);
    expect(code).toBe(1);
    expect(stderr).toContain("name-too-long");
    expect(stderr).not.toContain("warning");
    expect(stderr).toContain("; nothing was written\n");
    expect(folder.snapshot()).toEqual(before);
  });

  it("changes nothing when a file can't be written", async () => {
    // The scaffold's place is taken by a folder: seen before anything is touched.
    mkdirSync(join(folder.path, "src/handlers/note/note_search.ts"));
    const before = folder.snapshot();
    await expect(run("note_list", "note_search")).rejects.toThrow("'src/handlers/note/note_search.ts'");
    expect(folder.snapshot()).toEqual(before);
  });

  it("scaffolds a handler that was missing, under its new name", async () => {
    rmSync(join(folder.path, "src/handlers/note/note_list.ts"));
    expect((await run("note_list", "note_search")).code).toBe(0);
    expect(folder.read("src/handlers/note/note_search.ts")).toContain(`NotWritten("src/handlers/note/note_search.ts")`);
    expect(await isUpToDate()).toBe(true);
  });

  it("does not blame the renaming for a handler that was wrong before, nor hide one that it would lose", async () => {
    folder.put("src/handlers/note/note_create.ts", "export const somethingElse = 1;\n");
    expect((await run("note_list", "note_search")).code).toBe(0);
    folder.put("src/handlers/note/note_search.ts", "export const somethingElse = 1;\n");
    expect(await run("note_search", "note_find")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("'note_search' can't become 'note_find'; nothing was written\n"),
    });
  });
});
