import { mkdir, readdir, realpath, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { manifestPath, type WritePlan, type WriteStep } from "../compiler/plan.ts";
import { isInside, reasonOf } from "./project.ts";
import { Refusal } from "./refusal.ts";
import { replaceFile } from "./replace-file.ts";

/**
 * Does to the disk what the plan says. Each file is written beside its place and renamed, so a reader sees the old text
 * or the new one; unchanged files are not touched.
 * @throws Refusal when a path would lead out of the project (a link in the way), or the disk refuses
 */
export async function applyPlan(root: string, plan: WritePlan): Promise<void> {
  const home = await realpath(root);
  const steps = plan.steps.filter((step) => step.status !== "unchanged" && step.status !== "foreign");
  for (const step of steps) await refuseWayOut(home, step.path);
  for (const step of inSafeOrder(steps)) {
    try {
      await applyStep(home, step);
    } catch (error) {
      throw new Refusal(`'${step.path}' can't be written: ${reasonOf(error)}`, { cause: error });
    }
  }
}

/**
 * What goes, goes first, and the manifest is written last: whenever this is interrupted, everything of ours that is still
 * there stands in the manifest, so the next run can remove it.
 */
function inSafeOrder(steps: readonly WriteStep[]): readonly WriteStep[] {
  const rank = ({ status, path }: WriteStep) => (status === "orphan" ? 0 : path === manifestPath ? 2 : 1);
  return [...steps].sort((a, b) => rank(a) - rank(b));
}

async function applyStep(root: string, step: WriteStep): Promise<void> {
  const path = join(root, step.path);
  switch (step.status) {
    case "create":
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
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text, { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

/** The nearest folder that exists must, links resolved, lie inside the project. */
async function refuseWayOut(root: string, path: string): Promise<void> {
  for (let folder = dirname(join(root, path)); isInside(folder, root); folder = dirname(folder)) {
    const real = await realpath(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    if (real === undefined) continue;
    if (isInside(real, root)) return;
    break;
  }
  throw new Refusal(`'${path}' leads out of the project; nothing was written`, {
    hint: "a link stands in the way; remove it",
  });
}

/** Folders below generated/ that a removed file leaves empty. */
async function removeEmptyFolders(root: string, folder: string): Promise<void> {
  for (let at = folder; at.startsWith("generated/"); at = dirname(at)) {
    if ((await readdir(join(root, at))).length > 0) return;
    await rmdir(join(root, at));
  }
}
