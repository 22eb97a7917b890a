import { lstat, mkdir, realpath, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { errorCode, unlessAbsent } from "../../disk/disk-errors.ts";
import { releaseLock, takeLock } from "../../process/lock-file.ts";
import type { WorktreeValues } from "../project-config/config-rows.ts";
import { ProjectFailure, problemOf } from "../project-config/failure.ts";
import type { ProcessEnv, ProjectConfig } from "../project-config/find-config.ts";
import { pathInside } from "../project-config/inside.ts";
import { failedHook, type HookReport, runHooks } from "../project-config/run-hooks.ts";
import { copyFiles } from "./copy-files.ts";
import { checkBranch, gitIn } from "./git.ts";
import { folderOf } from "./place-names.ts";

export interface Worktree {
  readonly path: string;
  /** null: no branch is checked out. */
  readonly branch: string | null;
  readonly isMain: boolean;
  /** Why it may not be removed, in git's words. undefined: it may. */
  readonly locked: string | undefined;
}

/** Git's worktrees of one repository. All methods throw ProjectFailure. */
export interface Worktrees {
  /**
   * Works on the worktree of a branch while no other call does, in whatever process and with whatever store.
   * @throws ProjectFailure INVALID_WORKTREE where another one does
   */
  alone<Result>(branch: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
  list(signal: AbortSignal): Promise<readonly Worktree[]>;
  /** Where the worktree of a branch would be made; the same refusals as making it. */
  plan(
    branch: string,
    isNew: boolean,
    signal: AbortSignal,
  ): Promise<{ readonly path: string; readonly commit: string }>;
  /** Makes the empty folder of a worktree, so that the call that has made it may remove it. */
  claim(branch: string, path: string): Promise<void>;
  /** Makes a branch that tracks none. @throws ProjectFailure where git did not make it: then it is somebody else's, if it is there */
  addBranch(branch: string, commit: string, signal: AbortSignal): Promise<void>;
  /** The worktree of a branch and its files in a folder that was claimed, without hooks. */
  add(branch: string, path: string, signal: AbortSignal): Promise<void>;
  hooks(
    when: "post_create" | "pre_remove" | "post_remove",
    branch: string,
    path: string,
    more: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<readonly HookReport[]>;
  /** @throws ProjectFailure INVALID_WORKTREE where a branch has none that may be removed */
  find(branch: string, signal: AbortSignal): Promise<Worktree>;
  /** What would be lost with it, in words. */
  describe(worktree: Worktree, signal: AbortSignal): Promise<string>;
  /** Without hooks; the branch stays. What is not there is not an error. */
  remove(branch: string, path: string, signal: AbortSignal): Promise<void>;
  /** Removes a branch that is still at the commit where it was made and checked out nowhere. @returns whether it went */
  removeBranch(branch: string, commit: string, signal: AbortSignal): Promise<boolean>;
}

export function worktreesOf(config: ProjectConfig, values: WorktreeValues, env: ProcessEnv): Worktrees {
  const { root, masked } = config;
  const git = gitIn(root, env, masked);
  const base = resolve(root, values.folder);
  const refused = (branch: string, problem: string) => new ProjectFailure("INVALID_WORKTREE", { branch, problem });
  const refOf = (branch: string) => `refs/heads/${branch}`;
  const list = async (signal: AbortSignal): Promise<readonly Worktree[]> =>
    readWorktrees(await git.run("", ["worktree", "list", "--porcelain", "-z"], signal));
  const remove = async (branch: string, given: string, signal: AbortSignal): Promise<void> => {
    const path = await pathInside(base, given);
    const found = (await list(signal)).find((one) => one.path === path);
    if (found?.isMain === true) throw refused(branch, "it is the main worktree");
    if (found !== undefined && !(await isHalf(found))) {
      await git.run(branch, ["worktree", "remove", "--force", "--end-of-options", path], signal);
      return;
    }
    if (found?.locked !== undefined) await git.run(branch, ["worktree", "unlock", "--end-of-options", path], signal);
    // What git does not know, or does not remove: a worktree whose making or removal was interrupted. Not otherwise: it may also take one
    // that another agent is making.
    // A git that has outlived its server may still write or remove files there.
    await rm(path, { recursive: true, force: true, maxRetries: 10 });
    await git.run(branch, ["worktree", "prune"], signal);
  };
  const removeBranch: Worktrees["removeBranch"] = async (branch, commit, signal) => {
    // The pattern fits branches below it, too.
    const refs = await git
      .run(branch, ["for-each-ref", "--format=%(objectname) %(refname)", "--end-of-options", refOf(branch)], signal)
      .catch(() => "");
    if (!refs.split("\n").includes(`${commit} ${refOf(branch)}`)) return false;
    // Somebody else works on it: its own worktree is gone.
    if ((await list(signal)).some((one) => one.branch === branch)) return false;
    // The old value makes it a no-op where a commit was added meanwhile.
    await git.run(branch, ["update-ref", "-d", "--end-of-options", refOf(branch), commit], signal);
    return true;
  };
  /** Below the name of a branch there is no other one. */
  const branchInTheWay = async (branch: string, signal: AbortSignal): Promise<string | undefined> => {
    const above = branch.split("/").flatMap((_, index, parts) => (index === 0 ? [] : parts.slice(0, index).join("/")));
    const patterns = [...above, branch].map(refOf);
    const words = ["for-each-ref", "--format=%(refname:lstrip=2)", "--end-of-options", ...patterns];
    const found = (await git.run(branch, words, signal)).split("\n");
    return found.find((one) => above.includes(one) || one.startsWith(`${branch}/`));
  };
  const plan: Worktrees["plan"] = async (branch, isNew, signal) => {
    await checkBranch(git, branch, signal);
    const exists = await git.holds(["show-ref", "--verify", "--quiet", refOf(branch)], signal);
    if (isNew && exists) throw refused(branch, "the branch is there already");
    if (!isNew && !exists) throw refused(branch, "the branch is not there; new_branch makes it");
    const other = isNew ? await branchInTheWay(branch, signal) : undefined;
    if (other !== undefined) throw refused(branch, `git can't have it beside the branch '${other}'`);
    await mkdir(base, { recursive: true }).catch((error: unknown) => {
      throw refused(branch, `its folder can't be made: ${problemOf(error)}`);
    });
    const path = await pathInside(base, join(await realpath(base), folderOf(branch)));
    const taken = (await list(signal)).find((one) => one.branch === branch || one.path === path);
    if (taken !== undefined) throw refused(branch, `its worktree is ${taken.path}`);
    if ((await lstat(path).catch(unlessAbsent)) !== undefined) throw refused(branch, `${path} is there already`);
    // A new branch begins where the caller is, which may be another worktree.
    const commit = await gitIn(config.folder, env, masked).run(
      branch,
      ["rev-parse", "--verify", "--end-of-options", isNew ? "HEAD" : refOf(branch)],
      signal,
    );
    return { path, commit: commit.trim() };
  };
  const claim = async (branch: string, path: string): Promise<void> => {
    try {
      await mkdir(path);
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
      throw refused(branch, `${path} is there already`);
    }
  };
  const add: Worktrees["add"] = async (branch, path, signal) => {
    await git.run(branch, ["worktree", "add", "--end-of-options", path, branch], signal);
    try {
      await copyFiles(root, path, values.copy ?? {}, base);
    } catch (error) {
      if (error instanceof ProjectFailure || !(error instanceof Error)) throw error;
      throw new ProjectFailure(
        "INVALID_WORKTREE",
        { branch, problem: `a file was not copied: ${error.message}` },
        { cause: error },
      );
    }
  };

  return {
    async alone(branch, signal, work) {
      await checkBranch(git, branch, signal);
      const common = (await git.run(branch, ["rev-parse", "--git-common-dir"], signal)).replace(/\n$/, "");
      const lock = join(resolve(root, common), "pegboard", `${folderOf(branch)}.lock`);
      const isTaken = await mkdir(dirname(lock), { recursive: true })
        .then(() => takeLock(lock))
        .catch((error: unknown) => {
          throw refused(branch, `${lock} can't be made: ${problemOf(error)}`);
        });
      if (!isTaken) throw refused(branch, `another call works on its place (${lock})`);
      try {
        return await work();
      } finally {
        await releaseLock(lock);
      }
    },

    list,
    plan,
    claim,

    async addBranch(branch, commit, signal) {
      // By a command of its own: `worktree add -b` can fail after it has made the branch, and then fails again because it is there.
      await git.run(branch, ["branch", "--no-track", "--end-of-options", branch, commit], signal);
    },

    add,

    async hooks(when, branch, path, more, signal) {
      // One that somebody has removed by hand: there is nowhere to run them, and nothing that they could keep.
      if (when === "pre_remove" && (await isGone(path))) return [];
      const facts = {
        REPO_ROOT: root,
        PROJECT_NAME: config.values.project?.name ?? "",
        WORKTREE_PATH: path,
        WORKTREE_NAME: folderOf(branch),
        BRANCH: branch,
      };
      const cwd = when === "post_remove" ? root : path;
      return runHooks(values.hooks?.[when] ?? [], { cwd, env, facts: { ...facts, ...more }, signal, masked });
    },

    async find(branch, signal) {
      await checkBranch(git, branch, signal);
      const found = (await list(signal)).find((one) => one.branch === branch);
      if (found === undefined) throw refused(branch, "it has no worktree");
      if (found.isMain) throw refused(branch, "it is checked out in the main worktree");
      if (found.locked !== undefined) {
        const what = found.locked === initializing ? "git is making its worktree" : "its worktree is locked";
        throw refused(branch, `${what}; git worktree unlock releases it`);
      }
      await pathInside(base, found.path);
      return found;
    },

    async describe(worktree, signal) {
      const { path, branch } = worktree;
      if (await isHalf(worktree))
        return `remove what an interrupted removal has left of the worktree ${path}; the branch stays`;
      if (await isGone(path)) return `forget the worktree ${path}, whose folder is gone already; the branch stays`;
      const here = gitIn(path, env, masked);
      const changes = (await here.run(branch ?? "", ["status", "--porcelain", "-z"], signal))
        .split("\0")
        .filter((line) => line !== "");
      const unpushed = await here.run(branch ?? "", ["rev-list", "--count", "HEAD", "--not", "--remotes"], signal);
      const shown = changes.slice(0, 10).map((line) => line.slice(3));
      const more = changes.length > shown.length ? `, and ${changes.length - shown.length} more` : "";
      const lost =
        changes.length === 0
          ? "no uncommitted changes"
          : `${changes.length} uncommitted changes (${shown.join(", ")}${more})`;
      return `remove the worktree ${path} with ${lost}; ${unpushed.trim()} commits of its branch are on no remote and stay`;
    },

    remove,
    removeBranch,
  };
}

/** @throws ProjectFailure HOOK_FAILED for the hook that failed */
export function unlessVetoed(reports: readonly HookReport[]): readonly HookReport[] {
  const veto = failedHook(reports);
  if (veto !== undefined) throw new ProjectFailure("HOOK_FAILED", { hook: veto.hook, output: veto.output });
  return reports;
}

/** Git was killed while it made it, and left its own lock, or while it removed it: then the file that makes the folder a worktree is gone. */
async function isHalf({ path, locked }: Worktree): Promise<boolean> {
  return locked === initializing || (!(await isGone(path)) && (await isGone(join(path, ".git"))));
}

/** Git's own word for a worktree while it makes it. */
const initializing = "initializing";

async function isGone(path: string): Promise<boolean> {
  return (await lstat(path).catch(unlessAbsent)) === undefined;
}

/** The output of `git worktree list --porcelain -z`: the main worktree comes first. */
function readWorktrees(text: string): readonly Worktree[] {
  return text
    .split("\0\0")
    .filter((block) => block !== "")
    .map((block, index) => {
      const facts = new Map(
        block.split("\0").map((line) => [line.split(" ", 1)[0] ?? "", line.slice(line.indexOf(" ") + 1)]),
      );
      const branch = facts.get("branch")?.replace(/^refs\/heads\//, "") ?? null;
      return { path: facts.get("worktree") ?? "", branch, isMain: index === 0, locked: facts.get("locked") };
    });
}
