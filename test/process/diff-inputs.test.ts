import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Repository, temporaryRepository } from "./git-repository.ts";
import { openListServer } from "./list-server.ts";
import { mainPath, pegboard } from "./run-pegboard.ts";

// Inputs of `pegboard diff` as users name them, over a repository with a release, a branch and a change that is not
// committed yet. test/cli/diff-inputs.test.ts has the rest, in one process.

let made: Repository;
beforeAll(() => {
  made = temporaryRepository();
  made.edit("schema/tools/note/note_create.yaml", "max_length: 80", "max_length: 40");
  made.commit("Shorter titles");
  made.git(["checkout", "--quiet", "-b", "topic", "v1.0.0"]);
  made.remove("schema/tools/note/note_list.yaml");
  made.edit("schema/catalog.yaml", ", read with {{tool note_list}}", "");
});
afterAll(() => made.dispose());

const lines = ["--format", "line"];

describe("pegboard diff", () => {
  it("compares with a tag, and points into the YAML of that commit for what is gone", async () => {
    const { stdout } = await made.pegboard("diff", "--against", "v1.0.0", ...lines);
    expect(stdout).toMatch(/^v1\.0\.0:schema\/tools\/note\/note_list\.yaml:1:\d+ \S+ tool-removed/m);
  });

  it("compares with the merge base, not with what the branch became", async () => {
    const { stdout } = await made.pegboard("diff", "merge-base:main", ...lines);
    expect(stdout).toContain("note_list");
    expect(stdout).not.toContain("title");
  });

  it("compares two refs from a hook, in whose environment git names another repository", async () => {
    const env = { GIT_DIR: "/nowhere", GIT_WORK_TREE: "/nowhere", GIT_INDEX_FILE: "/nowhere/index" };
    const { code, stdout } = await pegboard(["diff", "v1.0.0", "main", ...lines, "--fail-on", "warn"], {
      cwd: made.path,
      env,
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^main:schema\/tools\/note\/note_create\.yaml:\d+:\d+ \S+ param-narrowed/m);
  });

  it("compares two saved lists with no project around, and a list with schema/", async () => {
    const list = (maxLength: number) =>
      JSON.stringify(
        {
          tools: [
            { name: "note_find", inputSchema: { type: "object", properties: { text: { type: "string", maxLength } } } },
          ],
        },
        undefined,
        2,
      );
    const folder = join(made.path, "lists");
    made.put("lists/old.json", list(20));
    made.put("lists/new.json", list(10));
    const { code, stdout } = await pegboard(["diff", "old.json", "new.json", ...lines], { cwd: folder });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^new\.json:\d+:\d+ ERR param-narrowed/m);
    const own = await made.pegboard("diff", join(folder, "old.json"), ...lines);
    expect(own.stdout).toContain("note_find");
  });

  it("knows beside a saved list the other names that the tools of schema/ answer to", async () => {
    const saved = (maxLength: number) => {
      const properties = { name: { type: "string", maxLength, pattern: "^\\S+$" } };
      return JSON.stringify({ tools: [{ name: "add_note", inputSchema: { properties, required: ["name"] } }] });
    };
    made.put("names.json", saved(40));
    const { stdout } = await made.pegboard("diff", "names.json", ...lines);
    expect(stdout).toMatch(/^schema\/tools\/note\/note_create\.yaml:1:\d+ WARN tool-renamed-with-alias/m);
    expect(stdout).not.toContain("ERR");
    made.put("names.json", saved(90));
    const longer = await made.pegboard("diff", "names.json", ...lines);
    expect(longer.stdout).toMatch(/^schema\/tools\/note\/note_create\.yaml:1:\d+ ERR alias-input-incompatible/m);
    expect(longer.code).toBe(1);
  });

  it("compares with a live server", async () => {
    const words = ["diff", ...lines, "--against-stdio", "--", process.execPath, mainPath, "serve", "--profile", "core"];
    const { code, stdout, stderr } = await made.pegboard(...words);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toMatch(/^server pegboard#\/tools\/\d+ ERR tool-removed/m);
  });

  it("compares with a server behind a URL, whose secret stays in the environment", async () => {
    const tool = { name: "note_find", inputSchema: { type: "object", properties: {}, additionalProperties: false } };
    const server = await openListServer([tool], "Bearer s3cret");
    const words = ["diff", ...lines, "--against-url", server.url, "--header-env", "Authorization=MY_TOKEN"];
    const { code, stdout, stderr } = await pegboard(words, { cwd: made.path, env: { MY_TOKEN: "Bearer s3cret" } });
    await server.close();
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toMatch(/^server Paged MCP Server#\/tools\/0 ERR tool-removed/m);
  });

  it("says what is wrong with a name, and ends with 2", async () => {
    expect(await made.pegboard("diff", "--against=--upload-pack=x")).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "error: there is nothing to compare with: '--upload-pack=x' is not a git ref: a ref can't begin with '-'\n       if it is a file, write './--upload-pack=x'\n",
    });
  });

  it("says that a server gave no list, and ends with 5", async () => {
    const { code, stderr } = await made.pegboard("diff", "--against-stdio", "--", process.execPath, "--eval", "0");
    expect(code).toBe(5);
    expect(stderr).toContain("did not list its tools");
  });
});
