import { readdirSync, rmdirSync, rmSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { OutputFile } from "../compiler/emit/output-file.ts";
import type { WritePlan, WriteStep } from "../compiler/plan.ts";
import { manifestPath } from "../contract/generated-cache.ts";
import { reasonOf } from "../disk/disk-errors.ts";
import type { WrittenState } from "../disk/replace-file.ts";
import { CliError } from "../terminal/cli-error.ts";
import { textDiff } from "../terminal/unified-diff.ts";
import { refuseWayOut } from "./change-set.ts";
import { type Written, writeFiles } from "./write-files.ts";

/**
 * Does to the disk what the plan says. Each file is written beside its place and renamed, so a reader sees the old text
 * or the new one; unchanged files are not touched. What goes, goes first, because it may leave a folder empty; the manifest
 * is written last: whenever this is interrupted, everything of ours that is still there stands in the manifest, so the next
 * run can remove it.
 * @param done paths that another thread has written meanwhile
 * @returns by path, what the system said of each file when it was written
 * @throws CliError when a path would lead out of the project (a link in the way), or the disk refuses
 */
export async function applyPlan(
  root: string,
  plan: WritePlan,
  done: ReadonlySet<string> = new Set(),
): Promise<ReadonlyMap<string, WrittenState>> {
  const steps = plan.steps.filter((step) => step.status !== "unchanged" && step.status !== "foreign");
  const files = steps.flatMap((step): readonly OutputFile[] =>
    step.status === "orphan" || done.has(step.path)
      ? []
      : [step.status === "create" ? step : { kind: "generated", path: step.path, text: step.text }],
  );
  const gone = steps.flatMap((step) => (step.status === "orphan" ? [step.path] : []));
  return applyChanges(root, { files, gone });
}

/** Writes files and removes others, in the order that `applyPlan` keeps. */
export async function applyChanges(
  root: string,
  { files, gone }: { readonly files: readonly OutputFile[]; readonly gone: readonly string[] },
): Promise<ReadonlyMap<string, WrittenState>> {
  const home = await realpath(root);
  // Files of one folder all lead out, or none does.
  const paths = [...files.map(({ path }) => path), ...gone].sort().toReversed();
  const folders = new Map(paths.map((path) => [dirname(path), path]));
  for (const path of folders.values()) await refuseWayOut(home, path);
  for (const path of gone) removeFile(home, path);
  const isLast = ({ path }: OutputFile) => path === manifestPath;
  const states = [files.filter((file) => !isLast(file)), files.filter(isLast)].map((some) =>
    finished(writeFiles(home, some)),
  );
  return new Map(states.flatMap((each) => [...each]));
}

/** @throws CliError when a file could not be written */
export function finished({ states, failed }: Written): ReadonlyMap<string, WrittenState> {
  if (failed !== undefined) throw new CliError(failed);
  return states;
}

function removeFile(home: string, path: string): void {
  try {
    rmSync(join(home, path));
    removeEmptyFolders(home, dirname(path));
  } catch (error) {
    throw new CliError(`'${path}' can't be removed: ${reasonOf(error)}`, { cause: error });
  }
}

/** Folders below generated/ that a removed file leaves empty. */
function removeEmptyFolders(root: string, folder: string): void {
  for (let at = folder; at.startsWith("generated/"); at = dirname(at)) {
    if (readdirSync(join(root, at)).length > 0) return;
    rmdirSync(join(root, at));
  }
}

/**
 * What applying a step would change, as `diff -u` prints it, from what stands on disk to what should stand there.
 * Missing and superfluous files are compared with /dev/null.
 */
export function unifiedDiff(step: Exclude<WriteStep, { status: "unchanged" }>): string {
  const before = step.status === "create" ? "" : step.before;
  const after = step.status === "create" || step.status === "update" ? step.text : "";
  const from = step.status === "create" ? "/dev/null" : `a/${step.path}`;
  const to = after === "" && step.status !== "update" ? "/dev/null" : `b/${step.path}`;
  return textDiff({ name: from, text: before }, { name: to, text: after });
}

/** A file that moves, and may change on its way, as git prints it. */
export function moveDiff(from: { path: string; text: string }, to: { path: string; text: string }): string {
  const head = `diff --git a/${from.path} b/${to.path}\nrename from ${from.path}\nrename to ${to.path}\n`;
  if (from.text === to.text) return head;
  return head + textDiff({ name: `a/${from.path}`, text: from.text }, { name: `b/${to.path}`, text: to.text });
}
