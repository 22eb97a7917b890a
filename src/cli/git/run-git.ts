// The one place that starts git. It reads: nothing here moves a branch, touches the work tree or runs a hook.
import { spawn } from "node:child_process";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** Where git is asked, and in what environment. */
export interface GitPlace {
  /** Absolute. */
  readonly folder: string;
  readonly env: Terminal["env"];
}

export interface GitAnswer {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** More than the texts of any catalog, and than the list of files of a very large repository. */
const maxBytes = 256 * 1024 * 1024;
/** Reading is a matter of milliseconds, but in a partial clone git may have to fetch what it reads. */
const maxMs = 120_000;

/**
 * Runs git without a shell, to its end. What the words mean to git is settled by the caller: behind `--end-of-options` or
 * `--`, or made of hashes.
 * @throws CliError when git is not installed, is not done in time, or prints too much
 */
export function runGit(place: GitPlace, words: readonly string[], stdin = ""): Promise<GitAnswer> {
  return new Promise((resolve, reject) => {
    const child = spawn("git", ["--no-pager", "--no-optional-locks", ...words], {
      cwd: place.folder,
      env: cleanEnvironment(place.env),
      windowsHide: true,
    });
    const chunks: Buffer[] = [];
    let size = 0;
    let stderr = "";
    const stop = (refusal: CliError) => {
      child.kill();
      reject(refusal);
    };
    const timer = setTimeout(() => {
      const seconds = maxMs / 1000;
      stop(new CliError(`git ${words[0]} took more than ${seconds} seconds`, { exitCode: ExitCode.timedOut }));
    }, maxMs);
    child.stdout.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxBytes) stop(new CliError(`git ${words[0]} answered with more than 256 MiB`));
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (stderr.length < 10_000) stderr += text;
    });
    child.on("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      const missing = error.code === "ENOENT";
      const message = missing ? "git is not installed, or not on the PATH" : `git can't be started: ${error.message}`;
      const hint = missing ? "without git, compare with a folder, a baseline or a catalog.json" : undefined;
      reject(new CliError(message, { hint, cause: error }));
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? -1, stdout: Buffer.concat(chunks), stderr });
    });
    // git may end before it has read everything; what it says then is in its answer.
    child.stdin.on("error", () => undefined);
    child.stdin.end(stdin);
  });
}

/** What git said on its way out, in one line. */
export function reasonIn({ stderr, code }: GitAnswer): string {
  const [line = ""] = stderr.trim().split("\n");
  return line === "" ? `it ended with code ${code}` : line.replace(/^(?:fatal|error): /, "");
}

/**
 * A hook or another git may have set variables that lead to its own repository, index or objects. Here the folder decides.
 */
const misleading = new Set([
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_COMMON_DIR",
  "GIT_INDEX_FILE",
  "GIT_OBJECT_DIRECTORY",
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_NAMESPACE",
  "GIT_PREFIX",
  "GIT_GRAFT_FILE",
  "GIT_SHALLOW_FILE",
  "GIT_REPLACE_REF_BASE",
  "GIT_GLOB_PATHSPECS",
  "GIT_NOGLOB_PATHSPECS",
  "GIT_ICASE_PATHSPECS",
]);

function cleanEnvironment(env: Terminal["env"]): Record<string, string | undefined> {
  const kept = Object.entries(env).filter(([name]) => !misleading.has(name));
  return {
    ...Object.fromEntries(kept),
    // Its words are read and passed on: in one language.
    LC_ALL: "C",
    // Nobody is there to answer.
    GIT_TERMINAL_PROMPT: "0",
    // A path is a path, also one that begins with a colon.
    GIT_LITERAL_PATHSPECS: "1",
  };
}
