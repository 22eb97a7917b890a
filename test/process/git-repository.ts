import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Finished, pegboard, root } from "./run-pegboard.ts";

export interface Repository {
  readonly path: string;
  /** Runs git in it and gives what it printed; throws when it fails. */
  git(words: readonly string[], stdin?: string | Buffer): string;
  put(path: string, text: string): void;
  edit(path: string, from: string, to: string): void;
  remove(path: string): void;
  /** Commits everything that is there. @returns the commit's hash */
  commit(message: string): string;
  pegboard(...words: readonly string[]): Promise<Finished>;
  dispose(): void;
}

/** Nothing of the machine's own configuration; the same names and dates at every run. */
const gitEnvironment = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.org",
  GIT_AUTHOR_DATE: "2026-01-02T03:04:05Z",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.org",
  GIT_COMMITTER_DATE: "2026-01-02T03:04:05Z",
};

/** A temporary folder that holds the small catalog of two tools, in `folder`, and no repository yet. */
export function temporaryProject(folder = "."): Repository {
  const path = mkdtempSync(join(tmpdir(), "pegboard-git-"));
  cpSync(join(root, "test/fixtures/notes/schema"), join(path, folder, "schema"), { recursive: true });
  return handle(path);
}

/** The same as a repository with one commit on `main`, tagged v1.0.0. */
export function temporaryRepository(folder = "."): Repository {
  const repository = temporaryProject(folder);
  repository.git(["init", "--quiet", "--template=", "--initial-branch=main"]);
  repository.commit("The first release");
  repository.git(["tag", "v1.0.0"]);
  return repository;
}

function handle(path: string): Repository {
  const git: Repository["git"] = (words, stdin) => {
    const env = { PATH: process.env.PATH, HOME: path, ...gitEnvironment };
    const { status, stdout, stderr } = spawnSync("git", words, { cwd: path, env, input: stdin, encoding: "utf8" });
    if (status !== 0) throw new Error(`git ${words.join(" ")}: ${stderr}`);
    return stdout.trimEnd();
  };
  const put: Repository["put"] = (name, text) => {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  };
  return {
    path,
    git,
    put,
    edit(name, from, to) {
      const text = readFileSync(join(path, name), "utf8");
      if (!text.includes(from)) throw new Error(`'${from}' is not in ${name}`);
      put(name, text.replace(from, to));
    },
    remove: (name) => rmSync(join(path, name), { recursive: true }),
    commit(message) {
      git(["add", "--all"]);
      git(["commit", "--quiet", `--message=${message}`]);
      return git(["rev-parse", "HEAD"]);
    },
    pegboard: (...words) => pegboard(words, { cwd: path, env: gitEnvironment }),
    dispose: () => rmSync(path, { recursive: true, force: true }),
  };
}
