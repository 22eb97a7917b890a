import { visible } from "../../diagnostics/display-text.ts";
import { CliError } from "../../terminal/cli-error.ts";
import type { Commit } from "./commits.ts";
import { type GitPlace, reasonIn, runGit } from "./run-git.ts";

/** Something that a commit holds. */
export interface TreeEntry {
  /** From the repository's root, with `/`. */
  readonly path: string;
  readonly kind: "file" | "folder" | "link" | "submodule";
  readonly hash: string;
  /** Only of files and links. */
  readonly sizeBytes: number;
}

/** All of it together; more than any catalog. */
const maxBytes = 64 * 1024 * 1024;

/**
 * What stands at a path of a commit: the entry itself, and everything below a folder. The folders that lead there come with
 * it, also where they end before it.
 */
export async function entriesAt(place: GitPlace, commit: Commit, path: string): Promise<readonly TreeEntry[]> {
  return listed(place, commit, ["-r", "-t"], [path]);
}

/** Is there a file, or something else that is not a folder, at this path of a commit? */
export async function holdsFile(place: GitPlace, commit: Commit, path: string): Promise<boolean> {
  return (await listed(place, commit, [], [path])).some((entry) => entry.path === path && entry.kind !== "folder");
}

/** The first thing on the way to a path that no path leads through: a link or a submodule. */
export async function obstacleTo(place: GitPlace, commit: Commit, path: string): Promise<TreeEntry | undefined> {
  const parts = path.split("/");
  const ways = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  const found = await listed(place, commit, [], ways);
  return found.find(({ kind }) => kind === "link" || kind === "submodule");
}

/** Every path of a commit that ends so: "schema/catalog.yaml" finds all catalogs. */
export async function pathsEnding(place: GitPlace, commit: Commit, end: string): Promise<readonly string[]> {
  const answer = await runGit(place, ["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit.hash]);
  if (answer.code !== 0) throw unreadable(commit, reasonIn(answer));
  const paths = answer.stdout.toString("utf8").split("\0");
  return paths.filter((path) => path === end || path.endsWith(`/${end}`));
}

/**
 * The bytes of files, in their order. Nothing is checked out; no filter, driver or hook runs.
 * @throws CliError when they are too large or the clone lacks them
 */
export async function readFiles(
  place: GitPlace,
  commit: Commit,
  files: readonly TreeEntry[],
): Promise<readonly Buffer[]> {
  const total = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (total > maxBytes) {
    const largest = files.reduce((most, file) => (file.sizeBytes > most.sizeBytes ? file : most));
    throw new CliError(
      `the catalog at '${commit.name}' is larger than 64 MiB; its largest file is '${visible(largest.path)}'`,
    );
  }
  const answer = await runGit(place, ["cat-file", "--batch"], files.map(({ hash }) => `${hash}\n`).join(""));
  if (answer.code !== 0) throw unreadable(commit, reasonIn(answer));
  return contents(answer.stdout, commit, files);
}

/** `<hash> blob <size>\n<bytes>\n`, one after the other. @see git-cat-file(1), BATCH OUTPUT */
function contents(output: Buffer, commit: Commit, files: readonly TreeEntry[]): readonly Buffer[] {
  let at = 0;
  return files.map(({ path, hash }) => {
    const end = output.indexOf(10, at);
    const head = output.subarray(at, Math.max(at, end)).toString("latin1");
    const [, size] = /^[0-9a-f]+ blob (\d+)$/.exec(head) ?? [];
    if (size === undefined || !head.startsWith(hash)) throw unreadable(commit, `'${visible(path)}' is missing`);
    at = end + 1 + Number(size) + 1;
    return output.subarray(end + 1, end + 1 + Number(size));
  });
}

async function listed(
  place: GitPlace,
  commit: Commit,
  flags: readonly string[],
  paths: readonly string[],
): Promise<readonly TreeEntry[]> {
  const answer = await runGit(place, ["ls-tree", ...flags, "-z", "-l", "--full-tree", commit.hash, "--", ...paths]);
  if (answer.code !== 0) throw unreadable(commit, reasonIn(answer));
  return answer.stdout
    .toString("utf8")
    .split("\0")
    .filter((line) => line !== "")
    .map((line) => {
      // "100644 blob <hash>    1234<tab>path"; a folder's size is "-". @see git-ls-tree(1), OUTPUT FORMAT
      const tab = line.indexOf("\t");
      const [mode = "", , hash = "", size = ""] = line.slice(0, tab).split(/ +/);
      return { path: line.slice(tab + 1), kind: kindOf(mode), hash, sizeBytes: size === "-" ? 0 : Number(size) };
    });
}

function kindOf(mode: string): TreeEntry["kind"] {
  if (mode === "040000") return "folder";
  if (mode === "120000") return "link";
  return mode === "160000" ? "submodule" : "file";
}

function unreadable(commit: Commit, reason: string): CliError {
  return new CliError(`git can't read '${commit.name}': ${visible(reason)}`);
}
