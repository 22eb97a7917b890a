import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { inMainWorktree } from "../../../src/services/project-config/main-worktree.ts";

let top: string;
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "pegboard-main-")));
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

function git(folder: string, ...words: readonly string[]): void {
  const given = ["user.name=Ann", "user.email=ann@example.org", "protocol.file.allow=always"];
  execFileSync("git", ["-C", folder, ...given.flatMap((one) => ["-c", one]), ...words], { stdio: "pipe" });
}

/** A repository with one commit that has the folder `code`. */
function repository(name: string, ...words: readonly string[]): string {
  const path = join(top, name);
  git(top, "init", "-q", "-b", "main", ...words, path);
  mkdirSync(join(path, "code"));
  writeFileSync(join(path, "code/a.txt"), "");
  git(path, "add", ".");
  git(path, "commit", "-q", "-m", "First");
  return path;
}

function linked(repository: string, ...words: readonly string[]): string {
  const path = join(top, "linked");
  git(repository, ...words, "worktree", "add", "-q", "-b", "x", path);
  return path;
}

it("a folder of a linked worktree has its like in the main one", async () => {
  const main = repository("main");
  const path = linked(main);
  mkdirSync(join(path, "only-here"));
  expect(await inMainWorktree(path)).toBe(main);
  expect(await inMainWorktree(join(path, "code"))).toBe(join(main, "code"));
  expect(await inMainWorktree(join(path, "only-here"))).toBe(join(path, "only-here"));
  expect(await inMainWorktree(join(main, "code"))).toBe(join(main, "code"));
});

it("paths in git's files may be relative", async () => {
  const main = repository("main");
  const path = linked(main);
  writeFileSync(join(path, ".git"), "gitdir: ../main/.git/worktrees/linked\n");
  expect(await inMainWorktree(path)).toBe(main);
});

it("a folder without a main worktree stays itself: a bare repository, one whose .git is elsewhere, a submodule, none", async () => {
  const main = repository("main");
  git(top, "clone", "-q", "--bare", main, join(top, "bare/.git"));
  const ofBare = join(top, "bare/tree");
  git(join(top, "bare"), "worktree", "add", "-q", ofBare, "main");
  const elsewhere = repository("elsewhere", `--separate-git-dir=${join(top, "store.git")}`);
  const outer = repository("outer");
  git(outer, "submodule", "add", "-q", main, "inner");
  const none = join(top, "none");
  mkdirSync(none);
  for (const folder of [ofBare, elsewhere, linked(elsewhere), join(outer, "inner"), none]) {
    expect(await inMainWorktree(folder)).toBe(folder);
  }
});

it("a submodule of a linked worktree stays itself", async () => {
  const inner = repository("inner");
  const outer = repository("outer");
  git(outer, "submodule", "add", "-q", inner, "sub");
  git(outer, "commit", "-q", "-m", "Second");
  const path = linked(outer);
  git(path, "submodule", "update", "-q", "--init");
  expect(await inMainWorktree(join(path, "sub"))).toBe(join(path, "sub"));
  expect(await inMainWorktree(path)).toBe(outer);
});
