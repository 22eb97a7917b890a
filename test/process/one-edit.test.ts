import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pegboardHere, root } from "./run-pegboard.ts";

// What one edit of one tool does to a repository: a diff that fits on a screen, and no file that another tool's edit changes too.
// The catalog is this repository's own, with the ignored files and merge drivers that `pegboard init` writes.

let project = "";
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), "pegboard-edit-"));
  for (const path of ["schema", "src/handlers", "src/host.ts"]) {
    cpSync(join(root, path), join(project, path), { recursive: true });
  }
  const fresh = mkdtempSync(join(tmpdir(), "pegboard-fresh-"));
  const made = await pegboardHere(["init", "fresh"], { cwd: fresh });
  if (made.code !== 0) throw new Error(made.stderr);
  for (const path of [".gitignore", ".gitattributes"]) cpSync(join(fresh, "fresh", path), join(project, path));
  rmSync(fresh, { recursive: true });
  await generate();
  git("init", "--quiet", "--initial-branch=main");
  git("config", "user.email", "author@example.com");
  git("config", "user.name", "Author");
  commit("The catalog");
});
afterAll(() => rmSync(project, { recursive: true, force: true }));
beforeEach(() => {
  git("checkout", "--quiet", "--force", "main");
});

function git(...words: readonly string[]): string {
  return execFileSync("git", words, { cwd: project, encoding: "utf8" });
}

function commit(message: string): void {
  git("add", "--all");
  git("commit", "--quiet", "--message", message);
}

async function generate(...words: readonly string[]): Promise<void> {
  const { code, stderr, stdout } = await pegboardHere(["generate", ...words], { cwd: project });
  expect({ code, said: code === 0 ? "" : stdout + stderr }).toEqual({ code: 0, said: "" });
}

function edit(tool: string, from: string | RegExp, to: string): void {
  const path = join(project, "schema/tools/task", `${tool}.yaml`);
  const text = readFileSync(path, "utf8");
  const edited = text.replace(from, to);
  if (edited === text) throw new Error(`'${from}' is not in ${path}`);
  writeFileSync(path, edited);
}

const summary = /^summary: .*$/m;

it("commits nothing of the cache", () => {
  const files = git("ls-files", "generated").trim().split("\n");
  expect(files).toContain("generated/contracts/task_get.ts");
  expect(files.filter((path) => path.includes(".cache"))).toEqual([]);
});

it("has at most two files a tool among what is committed", () => {
  const files = git("ls-files", "generated").trim().split("\n");
  const named = (tool: string) => files.filter((path) => path.split(/[/.]/).includes(tool));
  for (const tool of ["task_get", "memory_recall", "session_open"]) {
    expect(named(tool)).toEqual([`generated/contracts/${tool}.ts`, `generated/docs/tools/${tool}.md`]);
  }
});

describe("a word in", () => {
  it.each([
    ["the summary", () => edit("task_get", summary, "summary: Read one task from beginning to end.")],
    ["the description of a param", () => edit("task_get", /description: /, "description: Also ")],
  ])("%s of a tool changes at most 30 lines of files of that tool, and its line in the index", async (_, change) => {
    change();
    await generate();
    const changed = git("diff", "--numstat").trim().split("\n");
    const paths = changed.map((line) => line.split("\t")[2]);
    const own = ["schema/tools/task/task_get.yaml", "contracts/task_get.ts", "docs/tools/task_get.md", "docs/index.md"];
    expect(paths.filter((path) => !own.some((end) => path?.endsWith(end)))).toEqual([]);
    const lines = git("diff", "--unified=0").split("\n");
    expect(lines.filter((line) => /^[-+]/.test(line)).length).toBeLessThanOrEqual(30);
  });
});

it("two branches that edit neighbours merge, and generate finds nothing to do", async () => {
  git("checkout", "--quiet", "-b", "ours");
  edit("task_get", summary, "summary: Read one task from beginning to end.");
  await generate();
  commit("One tool");
  git("checkout", "--quiet", "-b", "theirs", "main");
  // The next one in the catalog.
  edit("task_manage", summary, "summary: Change one task in any way.");
  edit("task_list", summary, "summary: List tasks in any order.");
  await generate();
  commit("Its neighbours");
  git("merge", "--quiet", "--no-edit", "ours");
  expect(git("status", "--porcelain")).toBe("");
  await generate("--check");
});

it("two branches that add a tool each merge, and generate puts the lists in order", async () => {
  const add = async (branch: string, tool: string) => {
    git("checkout", "--quiet", "-b", branch, "main");
    const { code, stderr } = await pegboardHere(["add", "tool", tool, "--family", "task"], { cwd: project });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    commit(tool);
  };
  await add("first", "task_first");
  await add("second", "task_second");
  git("merge", "--quiet", "--no-edit", "first");
  await generate();
  const unordered = git("diff", "--name-only").split("\n");
  expect(unordered.filter((path) => path !== "" && !path.startsWith("generated/docs/"))).toEqual([]);
  await generate("--check");
});
