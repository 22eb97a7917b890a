import { realpath, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { unlessAbsent } from "../../disk/disk-errors.ts";
import { readSmall } from "./read-small.ts";

/**
 * The same folder in the main worktree, where a folder is in a linked worktree of git. The folder itself everywhere else, and where
 * there is no such folder: the main repository is bare, its `.git` is elsewhere, or another branch is checked out there.
 * Read from git's files, because every call that reads a configuration asks for it.
 * @see gitrepository-layout(5), "commondir"
 */
export async function inMainWorktree(folder: string): Promise<string> {
  for (let at = folder; ; at = dirname(at)) {
    const state = await stat(join(at, ".git")).catch(unlessAbsent);
    if (state === undefined && dirname(at) !== at) continue;
    const main = state?.isFile() === true ? await mainOf(at) : undefined;
    if (main === undefined) return folder;
    const same = await realpath(join(main, relative(at, folder))).catch(unlessAbsent);
    return same ?? folder;
  }
}

/** @param worktree folder whose `.git` is a file: that of a linked worktree, of a submodule, or one that names another folder */
async function mainOf(worktree: string): Promise<string | undefined> {
  const [, named] = /^gitdir: (.+?)\r?\n?$/.exec((await readSmall(join(worktree, ".git"))) ?? "") ?? [];
  if (named === undefined) return undefined;
  const own = resolve(worktree, named);
  const common = (await readSmall(join(own, "commondir")))?.trimEnd();
  if (common === undefined) return undefined;
  const repository = resolve(own, common);
  return basename(repository) !== ".git" || (await isBare(repository)) ? undefined : dirname(repository);
}

/** Worktrees beside a bare repository that is called `.git` are usual. */
async function isBare(repository: string): Promise<boolean> {
  const texts = await Promise.all(["config", "config.worktree"].map((name) => readSmall(join(repository, name))));
  return texts.some((text) => /^\s*bare\s*(?:=\s*(?:true|yes|on|1)\s*)?$/im.test(text ?? ""));
}
