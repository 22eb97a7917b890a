import { mkdir, readdir, realpath, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { manifestPath, type WritePlan, type WriteStep } from "../compiler/plan.ts";
import { reasonOf } from "../disk/disk-errors.ts";
import { replaceFile } from "../disk/replace-file.ts";
import { CliError } from "../terminal/cli-error.ts";
import { textDiff } from "../terminal/unified-diff.ts";
import { refuseWayOut } from "./change-set.ts";

/**
 * Does to the disk what the plan says. Each file is written beside its place and renamed, so a reader sees the old text
 * or the new one; unchanged files are not touched.
 * @throws CliError when a path would lead out of the project (a link in the way), or the disk refuses
 */
export async function applyPlan(root: string, plan: WritePlan): Promise<void> {
  const home = await realpath(root);
  const steps = plan.steps.filter((step) => step.status !== "unchanged" && step.status !== "foreign");
  // Files of one folder all lead out, or none does.
  const folders = new Map(steps.toReversed().map((step) => [dirname(step.path), step.path]));
  for (const path of folders.values()) await refuseWayOut(home, path);
  for (const batch of inSafeOrder(steps)) {
    const outcomes = await Promise.allSettled(batch.map((step) => applyStep(home, step)));
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === "fulfilled") continue;
      const { reason } = outcome;
      throw new CliError(`'${batch[index]?.path}' can't be written: ${reasonOf(reason)}`, { cause: reason });
    }
  }
}

/** Files that are written at one time. */
const atOnce = 32;

/**
 * What goes, goes first, one by one, because it may leave a folder empty; the manifest is written last: whenever this is
 * interrupted, everything of ours that is still there stands in the manifest, so the next run can remove it.
 */
function inSafeOrder(steps: readonly WriteStep[]): readonly (readonly WriteStep[])[] {
  const [orphans, last, others] = [
    steps.filter(({ status }) => status === "orphan"),
    steps.filter(({ status, path }) => status !== "orphan" && path === manifestPath),
    steps.filter(({ status, path }) => status !== "orphan" && path !== manifestPath),
  ];
  const batches = Array.from({ length: Math.ceil(others.length / atOnce) }, (_, index) =>
    others.slice(index * atOnce, (index + 1) * atOnce),
  );
  return [...orphans.map((step) => [step]), ...batches, last];
}

async function applyStep(root: string, step: WriteStep): Promise<void> {
  const path = join(root, step.path);
  switch (step.status) {
    case "create":
      await mkdir(dirname(path), { recursive: true });
      return step.kind === "scaffold" ? writeOnce(path, step.text) : replaceFile(path, step.text);
    case "update":
      return replaceFile(path, step.text);
    case "orphan":
      await rm(path);
      return removeEmptyFolders(root, dirname(step.path));
    case "unchanged":
    case "foreign":
      return;
  }
}

/** A scaffold is its author's: if the file has come into being meanwhile, it stays as it is. */
async function writeOnce(path: string, text: string): Promise<void> {
  await writeFile(path, text, { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

/** Folders below generated/ that a removed file leaves empty. */
async function removeEmptyFolders(root: string, folder: string): Promise<void> {
  for (let at = folder; at.startsWith("generated/"); at = dirname(at)) {
    if ((await readdir(join(root, at))).length > 0) return;
    await rmdir(join(root, at));
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
