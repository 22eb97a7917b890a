import { setTimeout as wait } from "node:timers/promises";
import { runChild } from "../../process/index.ts";
import { ProjectFailure } from "../project-config/failure.ts";
import type { ProcessEnv } from "../project-config/find-config.ts";

/** Git in one repository. Words are arguments: no shell reads them. */
export interface Git {
  /** @throws ProjectFailure INVALID_WORKTREE with what git said */
  run(branch: string, words: readonly string[], signal: AbortSignal): Promise<string>;
  /** Whether it ends with 0. */
  holds(words: readonly string[], signal: AbortSignal): Promise<boolean>;
}

/** @param masked takes secrets out of what git's own hooks print */
export function gitIn(folder: string, env: ProcessEnv, masked: (printed: string) => string): Git {
  // What a caller's own git set for itself would point to another repository.
  const own = Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^GIT_(DIR|WORK_TREE|INDEX_FILE|COMMON_DIR)$/.test(name)),
  );
  const start = (words: readonly string[], signal: AbortSignal) =>
    runChild("git", ["-C", folder, ...words], { env: { ...own, GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" }, signal });
  return {
    async run(branch, words, signal) {
      let { code, stdout, stderr } = await start(words, signal);
      for (let again = 0; code !== 0 && isChanging(stderr) && again < maxAgain; again += 1) {
        await wait(againMs);
        ({ code, stdout, stderr } = await start(words, signal));
      }
      if (code === 0) return stdout.toString("utf8");
      const problem = `git ${words[0]} failed: ${causeIn(masked(stderr))}`;
      throw new ProjectFailure("INVALID_WORKTREE", { branch, problem });
    },
    holds: async (words, signal) => (await start(words, signal)).code === 0,
  };
}

/** Git's errors begin with their cause, and advice follows; what a hook has printed has no such beginning. */
function causeIn(stderr: string): string {
  const lines = stderr.trim().split("\n");
  const first = lines.findIndex((line) => /^(?:fatal|error): /.test(line));
  return (first < 0 ? lines.slice(-3) : lines.slice(first, first + 3)).filter((line) => line !== "").join(" ");
}

/** Git reads the facts of all worktrees first, and fails over one that another agent's git is just making or removing. */
function isChanging(stderr: string): boolean {
  return /^fatal: (?:failed to read|Invalid path|could not (?:open|create directory of)) .*\bworktrees\b/m.test(stderr);
}

const maxAgain = 10;
const againMs = 50;

/** @throws ProjectFailure INVALID_NAME */
export async function checkBranch(git: Git, branch: string, signal: AbortSignal): Promise<string> {
  const isPlain =
    branch.length <= 200 && !branch.startsWith("-") && !/[\p{Cc}\p{Cf}]/u.test(branch) && branch !== "HEAD";
  if (isPlain && (await git.holds(["check-ref-format", `refs/heads/${branch}`], signal))) return branch;
  const problem =
    "git takes no branch of this name (git check-ref-format), or it begins with '-', or has over 200 characters";
  throw new ProjectFailure("INVALID_NAME", {
    name: branch.replace(/[\p{Cc}\p{Cf}]/gu, "\uFFFD").slice(0, 200),
    problem,
  });
}
