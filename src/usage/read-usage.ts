import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../disk/disk-errors.ts";
import { type DayTallies, isDay, parseUsage, type UsageFile } from "./usage-file.ts";
import { dayOfFile, mergedName, sinceName } from "./usage-folder.ts";

export interface ReadUsage {
  /** Merged by `prune`. */
  readonly merged: readonly DayTallies[];
  /** The other files. */
  readonly files: readonly { readonly name: string; readonly days: readonly DayTallies[] }[];
  /** Files whose counters are in `merged` already: a prune ended before it could remove them. */
  readonly replaced: readonly string[];
  /** The first day that was counted, `YYYY-MM-DD`; undefined when none was. */
  readonly since: string | undefined;
  /** Files with the name of counters that can't be read as such. */
  readonly unreadable: readonly string[];
}

/** All counters in a folder; none when it does not exist. */
export async function readUsage(folder: string): Promise<ReadUsage> {
  const names = await namesIn(folder);
  const merged = names.includes(mergedName) ? await readOne(folder, mergedName) : undefined;
  const replaced = new Set(merged?.replaces);
  const files: { readonly name: string; readonly days: readonly DayTallies[] }[] = [];
  const unreadable = names.includes(mergedName) && merged === undefined ? [mergedName] : [];
  for (const name of names) {
    if (dayOfFile(name) === undefined || replaced.has(name)) continue;
    const file = await readOne(folder, name);
    if (file === undefined) unreadable.push(name);
    else files.push({ name, days: file.days });
  }
  const marked = names.includes(sinceName) ? (await readFile(join(folder, sinceName), "utf8")).trim() : "";
  const read = { merged: merged?.days ?? [], files };
  const [since] = [...(isDay(marked) ? [marked] : []), ...allDays(read).map(({ day }) => day)].sort();
  return { ...read, replaced: names.filter((name) => replaced.has(name)), since, unreadable };
}

/** All counters, of all files. */
export function allDays({ merged, files }: Pick<ReadUsage, "merged" | "files">): readonly DayTallies[] {
  return [...merged, ...files.flatMap(({ days }) => days)];
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(unlessMissing);
  return (names ?? []).sort();
}

/** @returns undefined for an unreadable file; no counters for one that was removed meanwhile */
async function readOne(folder: string, name: string): Promise<UsageFile | undefined> {
  const text = await readFile(join(folder, name), "utf8").catch(unlessMissing);
  return text === undefined ? { days: [], replaces: [] } : parseUsage(text);
}

function unlessMissing(error: unknown): undefined {
  if (errorCode(error) !== "ENOENT") throw error;
  return undefined;
}
