import { chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { mainPath, pegboard, pegboardHere } from "./run-pegboard.ts";

// Which catalog a person means who types a command inside a project.

let project: NotesProject;
beforeAll(async () => {
  project = await makeNotesProject({});
  chmodSync(project.folder, 0o755);
});
afterAll(() => project.remove());

const namesOf = (stdout: string) =>
  (JSON.parse(stdout) as { tools: readonly { name: string }[] }).tools.map(({ name }) => name);

it("is the project's, from any folder of it, and is said on stderr", async () => {
  for (const [folder, place] of [
    [project.folder, "."],
    [join(project.folder, "schema", "tools"), "../.."],
  ] as const) {
    const { code, stdout, stderr } = await pegboardHere(["tools", "--json"], { cwd: folder });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `catalog: ${place} (--workbench uses the one that comes with pegboard)\n`,
    });
    expect(namesOf(stdout)).toContain("note_create");
  }
});

it.each([
  ["--workbench", ["--workbench"]],
  ["a server", ["--server", "pegboard"]],
])("is another one where %s is named", async (_what, words) => {
  const { code, stdout, stderr } = await pegboardHere(["tools", "--json", ...words], { cwd: project.folder });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(namesOf(stdout)).toContain("memory_store");
});

it("is not that of a folder of another user, whose code would run", async (context) => {
  const runAs = { uid: 65_534, gid: 65_534 };
  const isRoot = process.getuid?.() === 0;
  const probe = isRoot
    ? await pegboard(["--version"], { runAs }).catch(() => ({ code: undefined }))
    : { code: undefined };
  if (probe.code !== 0) {
    const reason = `SKIPPED: only root can be two users, and user nobody has to be able to run ${mainPath}`;
    console.warn(reason);
    context.skip(reason);
  }
  const { code, stdout, stderr } = await pegboard(["tools", "--json"], { cwd: project.folder, runAs });
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: "the workbench is used: '.' is another user's; --catalog . uses the catalog there\n",
  });
  expect(namesOf(stdout)).toContain("memory_store");
});

it("is the workbench outside of projects, and an unknown name says so", async () => {
  const cwd = tmpdir();
  const place =
    "       no project is around this folder, so pegboard's own catalog was searched; --catalog <folder> names one\n";
  expect(await pegboardHere(["call", "note_create"], { cwd })).toEqual({
    ...{ code: 2, stdout: "", stderr: `error: Unknown tool: 'note_create'\n${place}` },
  });
  for (const words of [["describe"], ["call", "--dry-run"]])
    expect((await pegboardHere([...words, "note_create"], { cwd })).stderr).toBe(
      `error: there is no tool 'note_create'\n${place}`,
    );
  // Elsewhere it is said already, or was asked for.
  for (const [folder, words] of [
    [project.folder, []],
    [cwd, ["--workbench"]],
    [cwd, ["--catalog", project.folder]],
  ] as const)
    expect((await pegboardHere(["call", ...words, "nope"], { cwd: folder })).stderr).not.toContain("searched");
});
