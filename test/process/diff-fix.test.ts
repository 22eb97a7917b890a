import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Repository, temporaryRepository } from "./git-repository.ts";

// `pegboard diff --fix`: old names become aliases in the YAML that people wrote.

let made: Repository;
beforeEach(() => {
  made = temporaryRepository();
});
afterEach(() => made.dispose());

const read = (path: string) => readFileSync(join(made.path, path), "utf8");
const folder = "schema/tools/note";
const fix = () => made.pegboard("diff", "v1.0.0", "--fix");
const breaks = async () => (await made.pegboard("diff", "v1.0.0", "--format", "line")).stdout;

/** The list of notes has another name, and so has its param. */
function renameList(): void {
  const before = read(`${folder}/note_list.yaml`);
  made.remove(`${folder}/note_list.yaml`);
  made.put(
    `${folder}/note_index.yaml`,
    before
      .replace("name: note_list", "# Read most of all.\nname: note_index   # was a verb")
      .replace("  limit: {", "  most: {"),
  );
  made.edit("schema/catalog.yaml", "{{tool note_list}}", "{{tool note_index}}");
}

/** A tool about a note, with these params. */
const about = (name: string, summary: string, params: string) => `name: ${name}
title: ${summary}
tier: essential
since: 0.1.0
stability: experimental
summary: ${summary} by its title.
session: none
effects: { read_only: false, destructive: false, idempotent: true, open_world: false }
params:
${params}
result: { ref: Note }
errors: []
guidance:
  use_when: [A note matters more, or less, than before]
examples:
  - title: One note
    arguments: { title: Milk${params.includes("action") ? ", action: pin" : ""} }
    result: { title: Milk }
`;
const title = "  title: { type: string, max_length: 80, required: true, description: Unique title }";

describe("pegboard diff --fix", () => {
  it("lets a renamed tool answer to its old name and its old params; comments and layout stay", async () => {
    renameList();
    expect(await breaks()).toContain("tool-renamed-without-alias");
    const before = read(`${folder}/note_index.yaml`);
    const { code, stdout, stderr } = await fix();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(
      "'note_index' answers to 'note_list'\n1 file changed; `pegboard generate` brings generated/ up to date\n",
    );
    const after = read(`${folder}/note_index.yaml`);
    const alias =
      /\naliases:\n {2}- name: note_list\n {4}of: notes\n {4}rename: \{limit: most\}\n {4}deprecated: \{since: \S+, sunset: \d{4}-\d\d-\d\d\}/;
    expect(after).toMatch(alias);
    expect(after.replace(alias, "")).toBe(before);
    expect(await breaks()).not.toContain("without-alias");
  });

  it("shows with --dry-run what it would write, and writes nothing", async () => {
    renameList();
    const before = read(`${folder}/note_index.yaml`);
    const { code, stdout, stderr } = await made.pegboard("diff", "v1.0.0", "--fix", "--dry-run");
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toMatch(/^'note_index' answers to 'note_list'\n--- /);
    expect(stdout).toMatch(/^\+ {2}- name: note_list$/m);
    expect(stdout).toMatch(/\n1 file would be changed; nothing was written\n$/);
    expect(read(`${folder}/note_index.yaml`)).toBe(before);
    expect(await fix()).toMatchObject({ code: 0 });
    const again = await made.pegboard("diff", "v1.0.0", "--fix", "--dry-run");
    expect({ code: again.code, stdout: again.stdout }).toEqual({
      code: 0,
      stdout: "0 files would be changed; nothing was written\n",
    });
    expect(await made.pegboard("diff", "v1.0.0", "--dry-run")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--dry-run requires --fix"),
    });
  });

  it("lets a renamed param answer to its old name, in braces and in lines", async () => {
    made.edit(`${folder}/note_create.yaml`, "  title: { type", "  heading: { type");
    made.edit(`${folder}/note_create.yaml`, "rename: { name: title }", "rename: { name: heading }");
    made.edit(`${folder}/note_create.yaml`, "arguments: { title: Milk,", "arguments: { heading: Milk,");
    made.edit(`${folder}/note_list.yaml`, "  limit: {", "  most: {");
    made.edit(
      `${folder}/note_list.yaml`,
      "  most: { type: integer, min: 1, max: 100, default: 20, description: Most notes }",
      "  most:\n    type: integer   # of notes\n    min: 1\n    max: 100\n    default: 20\n    description: Most notes   # on a page",
    );
    const { code, stdout } = await fix();
    expect(stdout).toContain(
      "note_create: 'heading' answers to 'title'\nnote_list: 'most' answers to 'limit'\n2 files changed",
    );
    expect(code).toBe(0);
    expect(read(`${folder}/note_create.yaml`)).toContain("description: Unique title, aliases: [{name: title}] }");
    expect(read(`${folder}/note_list.yaml`)).toContain(
      "    description: Most notes   # on a page\n    aliases: [{name: limit}]\nresult:",
    );
    expect(await breaks()).not.toContain("without-alias");
  });

  it("lets a tool that does what two did answer to both, with the action that the names give", async () => {
    made.put(`${folder}/note_pin.yaml`, about("note_pin", "Pin a note", title));
    made.put(`${folder}/note_unpin.yaml`, about("note_unpin", "Unpin a note", title));
    made.commit("Two tools");
    made.git(["tag", "--force", "v1.0.0"]);
    made.remove(`${folder}/note_pin.yaml`);
    made.remove(`${folder}/note_unpin.yaml`);
    const action = "  action: { type: enum, values: [pin, unpin], required: true, description: What to do }";
    made.put(`${folder}/note_mark.yaml`, about("note_mark", "Pin or unpin a note", `${title}\n${action}`));
    const { code, stdout, stderr } = await fix();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("'note_mark' answers to 'note_pin'\n'note_mark' answers to 'note_unpin'\n1 file changed");
    const after = read(`${folder}/note_mark.yaml`);
    expect(after).toMatch(/- name: note_pin\n {4}of: notes\n {4}set: \{action: pin\}\n/);
    expect(after).toMatch(/- name: note_unpin\n {4}of: notes\n {4}set: \{action: unpin\}\n/);
    expect(await breaks()).not.toMatch(/ERR|tool-merged/);
  });

  it("finds tools and params that callers spell otherwise than YAML", async () => {
    made.edit(`${folder}/note_create.yaml`, "  title: { type", "  title: { wire: noteTitle, type");
    made.edit(`${folder}/note_create.yaml`, "arguments: { title: Milk,", "arguments: { noteTitle: Milk,");
    made.edit(`${folder}/note_list.yaml`, "name: note_list\n", "name: note_list\nwire: noteList\n");
    made.edit(`${folder}/note_list.yaml`, "  limit: {", "  most: { wire: mostNotes,");
    const help = await breaks();
    const { code, stdout, stderr } = await fix();
    expect({ code, stderr, help }).toEqual({ code: 0, stderr: "", help: expect.stringContaining("without-alias") });
    expect(stdout).toContain("note_create: 'noteTitle' answers to 'title'\n'noteList' answers to 'note_list'\n2 files");
    expect(read(`${folder}/note_create.yaml`)).toContain("aliases: [{name: title}] }");
    expect(read(`${folder}/note_list.yaml`)).toMatch(/- name: note_list\n {4}of: notes\n {4}rename: \{limit: most\}\n/);
    expect(await breaks()).not.toContain("without-alias");
  });

  it("leaves out what old calls can't use, and says so", async () => {
    renameList();
    made.edit(
      `${folder}/note_index.yaml`,
      "params:\n",
      "params:\n  of: { type: string, required: true, max_length: 9, description: Whose }\n",
    );
    made.edit(`${folder}/note_index.yaml`, "arguments: {}", "arguments: { of: ada }");
    const before = read(`${folder}/note_index.yaml`);
    const { code, stderr } = await fix();
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "left out: 'note_index' answers to 'note_list': none of the sampled old calls is accepted\n",
    });
    expect(read(`${folder}/note_index.yaml`)).toBe(before);
  });

  it("is for schema/ and a catalog", async () => {
    made.put("list.json", '{"tools": []}');
    expect((await made.pegboard("diff", "list.json", "--fix")).stderr).toContain(
      "--fix compares schema/ with a catalog",
    );
    expect((await made.pegboard("diff", "v1.0.0", "v1.0.0", "--fix")).stderr).toContain("which is not the head here");
    expect((await made.pegboard("diff", "--fix", "--migration")).stderr).toContain("can't be combined");
  });
});
