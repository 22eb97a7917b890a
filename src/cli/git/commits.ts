import { nearMiss } from "../../contract/near-miss.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { type GitPlace, reasonIn, runGit } from "./run-git.ts";

/** A commit of a repository: what people called it, and the hash that says which one it is. */
export interface Commit {
  readonly name: string;
  /** 40 or 64 hexadecimal digits. */
  readonly hash: string;
}

/** Nothing that git would read as an option, and nothing that could not be shown or handed over. */
export function refProblem(ref: string): string | undefined {
  if (ref === "") return "an empty text is not a git ref";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\x00-\x1f\x7f]/.test(ref)) return `'${visible(ref)}' is not a git ref: it contains a control character`;
  if (ref.startsWith("-")) return `'${ref}' is not a git ref: a ref can't begin with '-'`;
  if (ref.length > 1000) return `'${ref.slice(0, 40)}…' is not a git ref: it is ${ref.length} characters long`;
  return undefined;
}

/**
 * The way from the root of the repository to the folder: "" or "packages/notes/".
 * @returns undefined when the folder is in no repository
 * @throws CliError when git refuses to read it
 */
export async function folderInRepository(place: GitPlace): Promise<string | undefined> {
  const answer = await runGit(place, ["rev-parse", "--show-prefix"]);
  if (answer.code === 0) return answer.stdout.toString("utf8").replace(/\n$/, "");
  if (/not a git repository/.test(answer.stderr)) return undefined;
  const hint = /dubious ownership|unsafe repository/.test(answer.stderr)
    ? "it belongs to another user; if you trust it: git config --global --add safe.directory <its folder>"
    : undefined;
  throw new CliError(`git can't read this repository: ${visible(reasonIn(answer))}`, { hint });
}

/** The commit that a ref leads to, or undefined. */
export async function findCommit(place: GitPlace, ref: string): Promise<Commit | undefined> {
  if (refProblem(ref) !== undefined) return undefined;
  const words = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`];
  const { code, stdout } = await runGit(place, words);
  const hash = stdout.toString("utf8").trim();
  // "^main" is answered with "^" and a hash: that is not a commit but all without it.
  return code === 0 && /^[0-9a-f]{40,64}$/.test(hash) ? { name: ref, hash } : undefined;
}

/**
 * The commit that a ref leads to.
 * @throws CliError with the nearest name, and with what a shallow clone lacks
 */
export async function requireCommit(place: GitPlace, ref: string): Promise<Commit> {
  const problem = refProblem(ref);
  if (problem !== undefined) throw new CliError(problem);
  const commit = await findCommit(place, ref);
  if (commit !== undefined) return commit;
  const near = await nearRef(place, ref);
  const meant = near === undefined ? "" : `; did you mean '${near}'?`;
  throw new CliError(`the repository has no commit '${visible(ref)}'${meant}`, { hint: await shallowHint(place) });
}

/**
 * The commit at which the branch and HEAD parted: what a pull request is compared with.
 * @throws CliError when they have none
 */
export async function mergeBase(place: GitPlace, branch: string): Promise<Commit> {
  const [head, other] = [await requireCommit(place, "HEAD"), await requireCommit(place, branch)];
  const answer = await runGit(place, ["merge-base", head.hash, other.hash]);
  const hash = answer.stdout.toString("utf8").trim();
  if (answer.code === 0 && /^[0-9a-f]{40,64}$/.test(hash)) return { name: hash.slice(0, 10), hash };
  throw new CliError(`HEAD and '${visible(branch)}' have no commit in common`, { hint: await shallowHint(place) });
}

/** The branch or tag that was probably meant, as it is written: "origin/main" for "main" where there is no such branch. */
export async function nearRef(place: GitPlace, ref: string): Promise<string | undefined> {
  const kinds = ["refs/heads", "refs/tags", "refs/remotes"];
  const { code, stdout } = await runGit(place, ["for-each-ref", "--count=5000", "--format=%(refname:short)", ...kinds]);
  if (code !== 0) return undefined;
  const names = stdout.toString("utf8").split("\n").filter(Boolean);
  return names.find((name) => name.endsWith(`/${ref}`)) ?? nearMiss(ref, names);
}

/** The full name of a branch or tag, such as "refs/heads/main"; undefined for anything else. */
export async function fullRefName(place: GitPlace, ref: string): Promise<string | undefined> {
  if (refProblem(ref) !== undefined) return undefined;
  const words = ["rev-parse", "--symbolic-full-name", "--verify", "--quiet", "--end-of-options", ref];
  const { code, stdout } = await runGit(place, words);
  const name = stdout.toString("utf8").trim();
  return code === 0 && name.startsWith("refs/") ? name : undefined;
}

/** What to do about a commit that is not there, where the clone is one that lacks some. */
export async function shallowHint(place: GitPlace): Promise<string | undefined> {
  const { stdout } = await runGit(place, ["rev-parse", "--is-shallow-repository"]);
  return stdout.toString("utf8").trim() === "true"
    ? "this clone is shallow: it lacks older commits and other branches; fetch them with `git fetch --unshallow`, or in GitHub Actions with `fetch-depth: 0` at actions/checkout"
    : undefined;
}
