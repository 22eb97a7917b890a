// Changes of several files that belong together: all of them happen, or none. Commands plan them as values first, so a
// plan can be shown (`--dry-run`) and judged before anything is written.
import { renameSync } from "node:fs";
import { mkdir, readFile, realpath, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode, isThereSync, missingFolders, reasonOf, unlessAbsent } from "../disk/disk-errors.ts";
import { isInside } from "../disk/is-inside.ts";
import { replaceFile, writeBesideSync } from "../disk/replace-file.ts";
import { CliError, failsWith } from "../terminal/cli-error.ts";

/** One file. Only `before` absent makes a file, only `after` absent removes one; with both absent nothing changes. */
export interface FileChange {
  /** Relative to the root, `/` separators. */
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/**
 * Does all of the changes below an existing folder. When one of them fails, those already done are undone.
 * @throws CliError when a file is not what the plan took it for, a path leads out of the root, or the disk refuses
 */
export async function applyChanges(root: string, changes: readonly FileChange[]): Promise<void> {
  const home = await realpath(root);
  // Files of one folder all lead out, or none does.
  const folders = new Map(changes.map(({ path }) => [dirname(path), path]));
  for (const path of folders.values()) await refuseWayOut(home, path);
  for (const change of changes) await refuseSurprise(home, change);
  const undo: (() => Promise<void>)[] = [];
  const staged: Staged[] = [];
  const made = new Set<string>();
  let current = "";
  try {
    for (const { path, before, after } of changes) {
      current = path;
      if (after === undefined) continue;
      const folder = dirname(join(home, path));
      if (!made.has(folder)) await makeFolder(folder, undo);
      made.add(folder);
      // At once: an import has thousands of files, and each pause takes longer than its write.
      const { beside } = writeBesideSync(join(home, path), after);
      undo.push(() => rm(beside, { force: true }).catch(unlessAbsent));
      staged.push({ path, before, beside });
    }
    for (const { path, before, beside } of staged) {
      current = path;
      renameSync(beside, join(home, path));
      undo.push(() => putBack(join(home, path), before));
    }
    for (const { path, before, after } of changes) {
      current = path;
      if (before === undefined || after !== undefined) continue;
      await rm(join(home, path));
      undo.push(() => putBack(join(home, path), before));
    }
  } catch (error) {
    const left = await undoAll(undo);
    const outcome = left.length === 0 ? "nothing was changed" : `these could not be put back: ${left.join("; ")}`;
    throw new CliError(`'${current}' can't be written: ${reasonOf(error)}; ${outcome}`, { cause: error });
  }
  for (const { path, after } of changes) if (after === undefined) await removeIfEmpty(dirname(join(home, path)));
}

/** The nearest folder that exists must, links resolved, lie inside the root. */
export async function refuseWayOut(root: string, path: string): Promise<void> {
  for (let folder = dirname(join(root, path)); isInside(folder, root); folder = dirname(folder)) {
    // A file in the place of a folder leads nowhere; writing will say so.
    const real = await realpath(folder).catch(unlessAbsent);
    if (real === undefined) continue;
    if (isInside(real, root)) return;
    break;
  }
  throw new CliError(`'${path}' leads out of the project; nothing was written`, {
    hint: "there is a link in its path; remove it",
  });
}

interface Staged extends Pick<FileChange, "path" | "before"> {
  /** Where the new text waits to be renamed into its place. */
  readonly beside: string;
}

async function makeFolder(folder: string, undo: (() => Promise<void>)[]): Promise<void> {
  for (const missing of await missingFolders(folder)) {
    await mkdir(missing);
    undo.push(() => removeIfEmpty(missing));
  }
}

/** A file may have been saved since the plan was made. */
async function refuseSurprise(home: string, { path, before }: FileChange): Promise<void> {
  const target = join(home, path);
  if (before === undefined) {
    if (!isThereSync(target)) return;
    throw new CliError(`'${path}' already exists; nothing was written`);
  }
  const now = await readFile(target, "utf8").catch(failsWith(`'${path}' can't be read`));
  if (now !== before) {
    throw new CliError(`'${path}' has changed since it was read; nothing was written`, { hint: "try again" });
  }
}

async function putBack(target: string, text: string | undefined): Promise<void> {
  if (text === undefined) await rm(target, { force: true });
  else await replaceFile(target, text);
}

/** @returns what could not be undone, in the system's words */
async function undoAll(undo: readonly (() => Promise<void>)[]): Promise<readonly string[]> {
  const left: string[] = [];
  for (const step of undo.toReversed()) {
    await step().catch((error: unknown) => left.push(reasonOf(error)));
  }
  return left;
}

async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((error: unknown) => {
    if (!["ENOTEMPTY", "EEXIST", "ENOENT"].includes(errorCode(error) ?? "")) throw error;
  });
}
