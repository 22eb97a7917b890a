// Which of the folders that a catalog was built into may be removed: each edit of a source leaves one.
import { readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../../disk/disk-errors.ts";

const dayMs = 24 * 3_600_000;
const keptMs = 7 * dayMs;

/** Says that a folder is used, by the time of its last change. */
export async function markUsed(folder: string): Promise<void> {
  const now = new Date();
  await utimes(folder, now, now).catch(ifRefused);
}

/** The same every day for as long as this process runs: servers load handlers when they are called. */
export function markDaily(folder: string): void {
  if (marked.has(folder)) return;
  marked.add(folder);
  setInterval(() => void markUsed(folder), dayMs).unref();
}

const marked = new Set<string>();

/** Removes what no process has used for a week, and what builds that were killed have left. */
export async function removeUnused(cache: string): Promise<void> {
  const limit = Date.now() - keptMs;
  const entries = (await readdir(cache, { withFileTypes: true }).catch(ifRefused)) ?? [];
  const folders = entries.filter(
    (entry) => entry.isDirectory() && /^(?:[0-9a-f]{20}|\.building-\w+)$/.test(entry.name),
  );
  for (const { name } of folders) await removeOlder(join(cache, name), limit).catch(ifRefused);
}

async function removeOlder(folder: string, limit: number): Promise<void> {
  if ((await stat(folder)).mtimeMs < limit) await rm(folder, { recursive: true, force: true });
}

/** What the system refuses here costs space or a build, and stops nothing: another process was quicker, or nothing can be written. */
function ifRefused(error: unknown): undefined {
  if (errorCode(error) === undefined) throw error;
}
