import { open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "../disk/replace-file.ts";
import type { Use } from "../runtime/ports.ts";
import { readUsage } from "./read-usage.ts";
import { type DayTallies, sumTallies, usageText } from "./usage-file.ts";
import { dayOfFile, mergedName } from "./usage-folder.ts";

export interface PruneOptions {
  /** Files of days before this one, `YYYY-MM-DD`, are put together: no process writes them any more. */
  readonly before: string;
  /** Counters that stay. */
  readonly keeps: (use: Use) => boolean;
}

export interface Pruned {
  readonly merged: number;
  readonly dropped: number;
}

/**
 * Puts the files of past days into one and drops counters that nobody asks for any more. Counting goes on meanwhile. The
 * new file names those that it replaces, so ending in the middle counts nothing twice.
 * @returns undefined when another process is at it
 * @throws what reading and writing throw, and where the file of past days can't be understood
 */
export async function pruneUsage(folder: string, { before, keeps }: PruneOptions): Promise<Pruned | undefined> {
  const lock = join(folder, "prune.lock");
  const held = await takeLock(lock);
  if (held === "taken") return undefined;
  if (held === "nothing") return { merged: 0, dropped: 0 };
  try {
    const { merged, files, replaced, unreadable } = await readUsage(folder);
    // It would be written over, and with it whatever a later version has put together.
    if (unreadable.includes(mergedName)) throw new Error(`${mergedName} holds no counters`);
    const old = files.filter(({ name }) => (dayOfFile(name) ?? "") < before);
    // What an earlier prune left behind is named again until it is gone, or it would count a second time.
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

/** What a process left beside its file that ended while it wrote. */
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
