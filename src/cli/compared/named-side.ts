import { readdir, stat } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { nearMiss } from "../../contract/near-miss.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { errorCode, isAbsent } from "../../disk/disk-errors.ts";
import { slashPath } from "../../disk/slash-path.ts";
import { findProject } from "../../shell/catalog/find-project.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { findCommit, folderInRepository, fullRefName, nearRef, refProblem, shallowHint } from "../git/commits.ts";
import type { GitPlace } from "../git/run-git.ts";
import { readHandlers, readSources } from "../project.ts";
import { readBaselineSide } from "./baseline-side.ts";
import { gitSide, readGitName } from "./git-side.ts";
import { readSavedText, readStream, savedSide } from "./saved-side.ts";
import type { EditedBaseline, NoCatalogYet, Side } from "./side.ts";

export interface Naming {
  readonly terminal: Terminal;
  /** `--catalog`, or undefined: the nearest project upward. */
  readonly catalog: string | undefined;
}

/**
 * The side that a word names: `baseline`, `merge-base:<ref>[:<path>]`, a file or folder, `<ref>` or `<ref>:<path>`. A file or
 * folder that exists wins over a ref of the same name; `./x` is always a path, `refs/heads/x` always a ref.
 * @throws CliError when there is no such thing, or it can't be compared
 */
export async function namedSide(naming: Naming, name: string): Promise<Side | EditedBaseline | NoCatalogYet> {
  const { terminal, catalog } = naming;
  if (name === "baseline")
    return readBaselineSide({ folder: await findProject(terminal.cwd, catalog), env: terminal.env });
  if (name === "-") return savedSide(await readStream(terminal.stdin), "stdin");
  refuseOdd(name);
  if (name.startsWith("merge-base:")) return gitSide(await gitPlace(naming), readGitName(name));
  const path = resolve(terminal.cwd, name);
  const found = await stat(path).catch(unlessAbsent(name));
  if (found?.isDirectory()) return folderSide(naming, name);
  if (found !== undefined) return fileSide(path, name);
  if (/^(?:\.{1,2}$|\.{0,2}\/|~\/)/.test(name) || name.startsWith(`.${sep}`)) {
    throw new CliError(`'${visible(name)}' does not exist`, { hint: await nearPath(terminal.cwd, name) });
  }
  return refSide(naming, name);
}

function refuseOdd(name: string): void {
  const problem = refProblem(name);
  if (problem !== undefined) {
    throw new CliError(`there is nothing to compare with: ${problem}`, {
      hint: name.startsWith("-") ? `if it is a file, write './${visible(name)}'` : undefined,
    });
  }
}

async function fileSide(path: string, name: string): Promise<Side | EditedBaseline> {
  const side = savedSide(await readSavedText(path, name), name);
  if (side.kind !== "catalog") return side;
  const handlersAround = async () => {
    const root = await findProject(dirname(path), undefined).catch((error: unknown) => {
      if (error instanceof CliError) return undefined;
      throw error;
    });
    return root === undefined ? [] : readHandlers(root);
  };
  return { ...side, handlersAround };
}

/** Another project's folder, compiled; the folder of a released version, for instance. */
async function folderSide(naming: Naming, name: string): Promise<Side> {
  const { cwd } = naming.terminal;
  const root = await findProject(cwd, name).catch(async (error: unknown) => {
    if (!(error instanceof CliError)) throw error;
    const ref = await alsoRef(naming, name);
    const hint = ref === undefined ? error.hint : `the folder was meant; for the git ref of that name write ${ref}`;
    throw new CliError(error.message, { hint, cause: error });
  });
  const way = slashPath(cwd, root);
  const hint = `pegboard lint --catalog ${way === "" ? "." : way} shows the errors`;
  // Saved catalogs are read without the compiler.
  const { resolvedSide } = await import("./resolved-catalog.ts");
  const side = resolvedSide(await readSources(root), {
    name,
    rename: (path) => (way === "" ? path : `${way}/${path}`),
    hint,
  });
  return { ...side, handlers: () => readHandlers(root) };
}

async function refSide(naming: Naming, name: string): Promise<Side | EditedBaseline | NoCatalogYet> {
  const place = await gitPlace(naming);
  const git = readGitName(name);
  const nothing = (why: string, hint?: string) =>
    new CliError(`'${visible(name)}' is neither a file or folder here nor a git ref${why}`, { hint });
  const nearest = await nearPath(naming.terminal.cwd, name);
  if ((await folderInRepository(place)) === undefined)
    throw nothing("; this folder is not in a git repository", nearest);
  const problem = refProblem(git.ref);
  if (problem !== undefined) throw nothing(`; ${problem}`);
  if ((await findCommit(place, git.ref)) !== undefined) return gitSide(place, git);
  const near = await nearRef(place, git.ref);
  throw nothing(near === undefined ? "" : `; did you mean '${near}'?`, nearest ?? (await shallowHint(place)));
}

/** The project's root, where there is one: a ref without a path means the same folder there. */
async function gitPlace({ terminal, catalog }: Naming): Promise<GitPlace> {
  const { cwd, env } = terminal;
  if (catalog !== undefined) return { folder: await findProject(cwd, catalog), env };
  const root = await findProject(cwd, undefined).catch((error: unknown) => {
    if (error instanceof CliError) return cwd;
    throw error;
  });
  return { folder: root, env };
}

async function alsoRef(naming: Naming, name: string): Promise<string | undefined> {
  const place = { folder: naming.terminal.cwd, env: naming.terminal.env };
  return (await folderInRepository(place)) === undefined ? undefined : fullRefName(place, name);
}

/** "did you mean 'old.json'?", where something beside it has nearly that name. */
async function nearPath(cwd: string, name: string): Promise<string | undefined> {
  const folder = dirname(name);
  const names = await readdir(join(cwd, folder)).catch(unlessAbsent(folder));
  const near = nearMiss(name.slice(name.lastIndexOf("/") + 1), names ?? []);
  if (near === undefined) return undefined;
  return `did you mean '${visible(`${name.slice(0, name.lastIndexOf("/") + 1)}${near}`)}'?`;
}

/** What is too long for a name is not there either. */
function unlessAbsent(name: string): (error: unknown) => undefined {
  return (error) => {
    if (isAbsent(error) || errorCode(error) === "ENAMETOOLONG") return undefined;
    return failsWith(`'${visible(name)}' can't be read`)(error);
  };
}
