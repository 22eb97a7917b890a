import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AddToolOptions, addTool } from "../../src/cli/commands/add.ts";
import { generate } from "../../src/cli/commands/generate.ts";
import { type Folder, temporaryFolder } from "./folder.ts";
import { recordTerminal } from "./record-terminal.ts";
import { putCatalog } from "./scaffolded-catalog.ts";

let folder: Folder;
beforeEach(() => {
  folder = temporaryFolder();
  putCatalog(folder);
});
afterEach(() => folder.remove());

async function run(name: string, options: AddToolOptions = {}) {
  const recorded = recordTerminal(folder.path);
  const code = await addTool(recorded.terminal, name, options);
  return { code, stdout: recorded.stdout(), stderr: recorded.stderr() };
}

async function isUpToDate(): Promise<boolean> {
  return (await generate(recordTerminal(folder.path).terminal, { check: true })) === 0;
}

describe("add tool", () => {
  it("writes YAML, scaffold and everything generated, so that generate finds nothing to do", async () => {
    expect(await run("note_archive")).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringMatching(
        /^created schema\/tools\/note\/note_archive\.yaml\ncreated src\/handlers\/note\/note_archive\.ts\n\d+ files changed in generated\/\n\nNext: describe it in schema\/tools\/note\/note_archive\.yaml/,
      ),
    });
    expect(folder.read("schema/tools/note/note_archive.yaml")).toMatch(
      /^name: note_archive\ntitle: Note archive\nstability: /,
    );
    expect(await isUpToDate()).toBe(true);
  });

  it("takes family and tier from the author", async () => {
    await run("archive", { family: "note", tier: "common" });
    expect(folder.read("schema/tools/note/archive.yaml")).toContain("\ntier: common\nstability: ");
  });

  it.each([
    ["a later version", "  version: 0.1.0\n", "  version: 0.2.0\n", "since: 0.2.0\n"],
    [
      "no default of the tier",
      "defaults: {tier: essential, since: 0.1.0}",
      "defaults: {since: 0.1.0}",
      "tier: common\n",
    ],
    ["no defaults", "defaults: {tier: essential, since: 0.1.0}   # of", "# of", "tier: common\nsince: 0.1.0\n"],
  ])("says what the defaults of the catalog don't: %s", async (_title, written, instead, said) => {
    // The tools that are there say it themselves.
    for (const name of ["note_create", "note_list"]) {
      const path = `schema/tools/note/${name}.yaml`;
      folder.put(path, folder.read(path).replace("stability:", "tier: essential\nsince: 0.1.0\nstability:"));
    }
    folder.put("schema/catalog.yaml", folder.read("schema/catalog.yaml").replace(written, instead));
    expect(await run("note_archive")).toMatchObject({ code: 0 });
    expect(folder.read("schema/tools/note/note_archive.yaml")).toContain(`title: Note archive\n${said}stability: `);
  });

  it("makes a family, and leaves the rest of catalog.yaml as it is", async () => {
    const before = folder.read("schema/catalog.yaml");
    expect((await run("tag_list", { newFamily: "Tags" })).code).toBe(0);
    const line = "  tag: {title: Tags, summary: Tools for tags}\n";
    expect(folder.read("schema/catalog.yaml")).toBe(before.replace("profiles:\n", `${line}profiles:\n`));
    expect(await isUpToDate()).toBe(true);
  });

  it.each<[name: string, options: AddToolOptions, message: string, hint: string | undefined]>([
    ["note_list", {}, "there is a tool 'note_list' already", undefined],
    ["NoteList2", {}, "'NoteList2' can't be the name of a tool: it takes lower case words", "for example note_list2"],
    ["noteArchive", {}, "'noteArchive' can't be the name of a tool", "for example note_archive"],
    ["../note", {}, "'../note' can't be the name of a tool", "for example note"],
    ["note/../../x", {}, "'note/../../x' can't be the name of a tool", "for example note_x"],
    ["", {}, "'' can't be the name of a tool", undefined],
    [
      "notes_new",
      { family: "nots" },
      "there is no family 'nots'",
      "did you mean 'note'?; or add it: --new-family \"Nots\"",
    ],
    ["tag_list", {}, "'tag_list' does not begin with the name of a family; families: note", '--new-family "Tag"'],
    ["tag_list", { family: "../x", newFamily: "X" }, "'../x' can't be the name of a family", undefined],
    ["note_x", { newFamily: "X" }, "there is a family 'note' already", "leave out --new-family"],
    ["tag_list", { newFamily: "a\nb" }, "--new-family takes the family's title", undefined],
    ["note_x", { tier: "commn" }, "there is no tier 'commn'", "did you mean 'common'?"],
  ])("refuses %j %j", async (name, options, message, hint) => {
    const before = folder.snapshot();
    const refusal = await addTool(recordTerminal(folder.path).terminal, name, options).then(
      () => undefined,
      (error: { message: string; hint?: string }) => error,
    );
    expect(refusal?.message).toContain(message);
    if (hint !== undefined) expect(refusal?.hint).toContain(hint);
    expect(folder.snapshot()).toEqual(before);
  });

  it("refuses old names and retired ones, and says why", async () => {
    const path = "schema/tools/note/note_list.yaml";
    folder.put(path, `${folder.read(path)}aliases: [{name: list_notes, of: old}]\n`);
    folder.put("schema/retired.yaml", "note_drop: {removed: 0.0.9, replaced_by: note_list, reason: it lost data}\n");
    await expect(run("list_notes")).rejects.toThrow("'list_notes' is an old name of 'note_list'");
    await expect(run("note_drop")).rejects.toMatchObject({
      message: "'note_drop' was removed in version 0.0.9; a retired name never comes back with another meaning",
      hint: "it lost data; 'note_list' has replaced it",
    });
    folder.put("schema/retired.yaml", "note_drop: {of: scribe, reason: nobody asked for it}\n");
    await expect(run("note_drop")).rejects.toMatchObject({
      message: "'note_drop' is a tool of scribe that is not here, as schema/retired.yaml says",
      hint: "take it out of schema/retired.yaml first",
    });
  });

  it("says what is wrong with a catalog that has errors, and writes nothing", async () => {
    folder.put("schema/types/note.yaml", "Note: {fields: {title: {type: strng}}}\n");
    const before = folder.snapshot();
    const { code, stderr } = await run("note_archive");
    expect(code).toBe(1);
    expect(stderr).toContain("did you mean 'string'?");
    expect(stderr).toContain("tool not added: the catalog has errors; nothing was written\n");
    expect(folder.snapshot()).toEqual(before);
  });

  it("is right for a catalog whose texts name the tool that is to be added", async () => {
    const path = "schema/catalog.yaml";
    folder.put(path, folder.read(path).replace("{{tool note_list}}", "{{tool note_archive}}"));
    expect(await run("note_share")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("`pegboard add tool note_archive` makes it"),
    });
    expect(await run("note_archive")).toMatchObject({ code: 0, stderr: "" });
    expect(await isUpToDate()).toBe(true);
  });

  it("refuses for errors that the added tool does not end, and for new ones", async () => {
    const path = "schema/catalog.yaml";
    folder.put(path, folder.read(path).replace("{{tool note_list}}", "{{tool note_archive}} {{tool note_share}}"));
    const before = folder.snapshot();
    const { code, stderr } = await run("note_archive");
    expect(code).toBe(1);
    expect(stderr).toContain("no tool named 'note_share'");
    expect(stderr).not.toContain("no tool named 'note_archive'");
    expect(folder.snapshot()).toEqual(before);
  });

  it.each([
    ["nothing behind 'families'", "families:"],
    ["a comment behind it", "families:   # none yet"],
    ["null", "families: null"],
    ["an empty map", "families: {}"],
    ["no such key", "# families:"],
  ])("makes the first family where there are none: %s", async (_title, families) => {
    const path = "schema/catalog.yaml";
    const text = folder
      .read(path)
      .replace(/families:\n.*/, families)
      .replace(/errors:\n(?: .*\n)+/, "errors:\n")
      .replace(/ {2}instructions: .*\n/, "");
    folder.put(path, text);
    for (const path of ["schema/tools/note", "schema/types"]) rmSync(join(folder.path, path), { recursive: true });
    expect(await run("tag_list", { newFamily: "Tags" })).toMatchObject({ code: 0, stderr: "" });
    expect(folder.read(path)).toContain("tag: {title: Tags, summary: Tools for tags}");
    expect(await isUpToDate()).toBe(true);
    expect(await run("tag_add")).toMatchObject({ code: 0, stderr: "" });
  });

  it("overwrites no file that can't be read as a tool", async () => {
    folder.put("schema/tools/note/note_archive.yaml", "title: [\n");
    await expect(run("note_archive")).rejects.toThrow("there is a file schema/tools/note/note_archive.yaml already");
  });

  it("keeps what an emitter that is off by default has written up to date", async () => {
    const terminal = () => recordTerminal(folder.path).terminal;
    expect(await generate(terminal(), { extra: ["zod"] })).toBe(0);
    await run("note_archive");
    expect(await generate(terminal(), { check: true, extra: ["zod"] })).toBe(0);
  });

  it("never overwrites a handler that is there", async () => {
    folder.put("src/handlers/note/note_archive.ts", "export const noteArchive = 1;\n");
    expect((await run("note_archive")).code).toBe(0);
    expect(folder.read("src/handlers/note/note_archive.ts")).toBe("export const noteArchive = 1;\n");
  });
});
