import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { mainPath, pegboard } from "./run-pegboard.ts";

// A server runs what `pegboard generate` wrote. Where schema/ has changed since, that is done again; where it can't be, it says so, and
// serves what there is.

let project: NotesProject;
beforeAll(async () => {
  project = await makeNotesProject({});
});
afterAll(() => project.remove());

const tool = () => join(project.folder, "schema/tools/note/note_create.yaml");
let before = "";
beforeEach(() => {
  before = readFileSync(tool(), "utf8");
});
afterEach(() => writeFileSync(tool(), before));

/** What a server says on stderr until its client, which says nothing, has gone. */
async function served(...words: string[]): Promise<readonly unknown[]> {
  const { code, stdout, stderr } = await pegboard(["serve", "--catalog", project.folder, ...words]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  return stderr
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line));
}

const notice = (...changed: string[]) => ({
  level: "warn",
  time: expect.any(String),
  changed,
  event: "generated/ is older than schema/; run `pegboard generate`",
});

describe("serve --catalog", () => {
  it("says nothing while generated/ is what schema/ gives, whatever the line ends", async () => {
    expect(await served()).toEqual([]);
    writeFileSync(tool(), before.replaceAll("\n", "\r\n"));
    expect(await served()).toEqual([]);
  });

  it("names what was changed, added and removed since, until it can be compiled", async () => {
    const added = join(project.folder, "schema/tools/note/note_count.yaml");
    const list = join(project.folder, "schema/tools/note/note_list.yaml");
    appendFileSync(tool(), "# A word more.\n");
    writeFileSync(added, "name: note_count\n");
    renameSync(list, `${list}.away`);
    const stale = ["note_count", "note_create", "note_list"].map((name) => `schema/tools/note/${name}.yaml`);
    expect(await served()).toEqual([notice(...stale)]);
    expect(await served("--log-level", "error")).toEqual([]);
    rmSync(added);
    renameSync(`${list}.away`, list);
    expect(await served()).toEqual([]);
    expect((await pegboard(["generate", "--check", "--catalog", project.folder])).code).toBe(0);
  });

  it("compiles again what it can't tell the age of", async () => {
    const path = join(project.folder, "generated/.cache/manifest.json");
    expect(await served()).toEqual([]);
    const manifest = readFileSync(path, "utf8");
    for (const text of [JSON.stringify({ format: 1, files: JSON.parse(manifest).files }), "{"]) {
      writeFileSync(path, text);
      expect(await served()).toEqual([]);
      expect(readFileSync(path, "utf8")).toBe(manifest);
    }
  });
});

it("call, tools and describe see an edit at once, and say nothing of it", async () => {
  writeFileSync(tool(), before.replace(/^title: .*$/m, "title: Written anew"));
  const { code, stdout, stderr } = await pegboard(["describe", "note_create", "--catalog", project.folder]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("Written anew");
  const page = readFileSync(join(project.folder, "generated/docs/tools/note_create.md"), "utf8");
  expect(page).toContain("Written anew");
});

it("a clone has no cache: the first call makes it", async () => {
  rmSync(join(project.folder, "generated/.cache"), { recursive: true });
  const { code, stderr } = await pegboard(["call", "note_list", "--catalog", project.folder]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});

it("call, tools and describe print a warning beside their answer where it can't be compiled", async () => {
  appendFileSync(tool(), "nonsense: 1\n");
  const warning =
    "warning: generated/ is older than schema/ (schema/tools/note/note_create.yaml); run `pegboard generate`\n";
  for (const words of [["tools"], ["describe", "note_list"], ["call", "note_list"]]) {
    const { code, stderr } = await pegboard([...words, "--catalog", project.folder]);
    expect([words[0], code, stderr]).toEqual([words[0], 0, warning]);
  }
});

it("doctor reports it of an entry that serves the project", async () => {
  const config = join(project.folder, "servers.json");
  const entry = { command: process.execPath, args: [mainPath, "serve", "--catalog", project.folder] };
  writeFileSync(config, JSON.stringify({ mcpServers: { notes: entry } }));
  const reported = async () => {
    const { stdout } = await pegboard(["doctor", "--config", config, "--no-call", "--json"], { cwd: project.folder });
    const [{ checks }] = JSON.parse(stdout).servers;
    return checks.filter(({ id }: { id: string }) => id === "generated");
  };
  expect(await reported()).toEqual([]);
  appendFileSync(tool(), "# A word more.\n");
  expect(await reported()).toEqual([
    {
      id: "generated",
      status: "warning",
      message: "generated/ is older than schema/ (schema/tools/note/note_create.yaml)",
      hint: `run pegboard generate --catalog ${project.folder}`,
    },
  ]);
});
