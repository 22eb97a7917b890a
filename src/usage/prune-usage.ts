import { open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "../disk/replace-file.ts";
import type { Use } from "../runtime/ports.ts";
import { readUsage } from "./read-usage.ts";
import { type DayTallies, sumTallies, usageText } from "./usage-file.ts";
import { dayOfFile, mergedName } from "./usage-folder.ts";

export interface PruneOptions {
  /** Files of days before this one, `YYYY-MM-DD`, are merged: no process writes them any more. */
  readonly before: string;
  /** Counters that stay. */
  readonly keeps: (use: Use) => boolean;
}

export interface Pruned {
  readonly merged: number;
  readonly dropped: number;
}

/**
 * Merges the files of past days into one and drops counters that are not needed any more. Counting goes on meanwhile. The new file
 * names those that it replaces, so an interruption counts nothing twice.
 * @returns undefined when another process is pruning
 * @throws errors of reading and writing, and when the merged file is unreadable
 */
export async function pruneUsage(folder: string, { before, keeps }: PruneOptions): Promise<Pruned | undefined> {
  const lock = join(folder, "prune.lock");
  const held = await takeLock(lock);
  if (held === "taken") return undefined;
  if (held === "nothing") return { merged: 0, dropped: 0 };
  try {
    const { merged, files, replaced, unreadable } = await readUsage(folder);
    // It would be overwritten, also one that a later version has written.
    if (unreadable.includes(mergedName)) throw new Error(`${mergedName} is not a file of counters`);
    const old = files.filter(({ name }) => (dayOfFile(name) ?? "") < before);
    // Files that an earlier prune left are named again until they are removed, so that they are not counted twice.
    const past = new Set([...old.map(({ name }) => name), ...replaced]);
    const settled = byDay([...merged, ...old.flatMap(({ days }) => days)]);
    const kept = settled.map(({ day, tallies }) => ({ day, tallies: tallies.filter(({ use }) => keeps(use)) }));
    const dropped = count(settled) - count(kept);
    const left = kept.filter(({ tallies }) => tallies.length > 0);
    await replaceFile(join(folder, mergedName), usageText({ days: left, replaces: [...past] }));
    for (const name of await readdir(folder)) {
      if (past.has(name) || isLeftOver(name, before)) await rm(join(folder, name), { force: true });
    }
    return { merged: old.length, dropped };
  } finally {
    await rm(lock, { force: true });
  }
}

async function takeLock(path: string): Promise<"held" | "taken" | "nothing"> {
  try {
    await (await open(path, "wx")).close();
    return "held";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST") return "taken";
    if (code === "ENOENT") return "nothing";
    throw error;
  }
}

/** A temporary file of a process that ended while it wrote. */
function isLeftOver(name: string, before: string): boolean {
  const [, day] = /^\.?(\d{4}-\d\d-\d\d)\..*\.tmp$/.exec(name) ?? [];
  return day !== undefined && day < before;
}

function byDay(days: readonly DayTallies[]): readonly DayTallies[] {
  const names = [...new Set(days.map(({ day }) => day))].sort();
  return names.map((day) => ({ day, tallies: sumTallies(days.filter((one) => one.day === day)) }));
}

function count(days: readonly DayTallies[]): number {
  return days.reduce((sum, { tallies }) => sum + tallies.length, 0);
}
