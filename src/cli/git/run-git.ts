// The one place that starts git. It reads: nothing here moves a branch, touches the work tree or runs a hook.
import { type ExecFileException, execFile } from "node:child_process";
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
  const options = {
    cwd: place.folder,
    env: cleanEnvironment(place.env),
    windowsHide: true,
    encoding: "buffer",
  } as const;
  const limited = { ...options, maxBuffer: maxBytes, timeout: maxMs };
  return new Promise((resolve, reject) => {
    const child = execFile("git", ["--no-pager", "--no-optional-locks", ...words], limited, (error, stdout, stderr) => {
      const problem = error === null ? undefined : problemOf(error, `git ${words[0]}`);
      if (problem !== undefined) reject(problem);
      else resolve({ code: Number(error?.code ?? (error === null ? 0 : -1)), stdout, stderr: stderr.toString("utf8") });
    });
    // git may end before it has read everything; what it says then is in its answer.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(stdin);
  });
}

/** Undefined where git ran to its end, whatever its code. */
function problemOf(error: ExecFileException, command: string): CliError | undefined {
  const { code, killed, message } = error;
  if (code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") return new CliError(`${command} answered with more than 256 MiB`);
  if (killed === true) {
    return new CliError(`${command} took more than ${maxMs / 1000} seconds`, { exitCode: ExitCode.timedOut });
  }
  if (typeof code !== "string") return undefined;
  if (code !== "ENOENT") return new CliError(`git can't be started: ${message}`, { cause: error });
  const hint = "without git, compare with a folder, a baseline or a catalog.json";
  return new CliError("git is not installed, or not on the PATH", { hint, cause: error });
}

/** What git said on its way out, in one line. */
export function reasonIn({ stderr, code }: GitAnswer): string {
  const [line = ""] = stderr.trim().split("\n");
  return line === "" ? `it ended with code ${code}` : line.replace(/^(?:fatal|error): /, "");
}

/**
 * A hook or another git may have set variables that lead to its own repository, index or objects. Here the folder decides.
 */
const places = ["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_NAMESPACE", "GIT_PREFIX"];
const objects = ["GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_REPLACE_REF_BASE"];
const histories = ["GIT_GRAFT_FILE", "GIT_SHALLOW_FILE"];
const patterns = ["GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS"];
const misleading = new Set([...places, ...objects, ...histories, ...patterns]);

function cleanEnvironment(env: Terminal["env"]): Record<string, string | undefined> {
  const kept = Object.entries(env).filter(([name]) => !misleading.has(name));
  return {
    ...Object.fromEntries(kept),
    // Its words are read and passed on: in one language.
    LC_ALL: "C",
    // There is no terminal to answer on.
    GIT_TERMINAL_PROMPT: "0",
    // A path is a path, also one that begins with a colon.
    GIT_LITERAL_PATHSPECS: "1",
  };
}
