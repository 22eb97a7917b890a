// The file format of the usage counters: pure text in and out. A file contains names of the catalog, numbers and times, and never
// anything that a caller sent.
import { isJsonObject, type Json } from "../contract/json.ts";
import type { Use } from "../runtime/ports.ts";

/** How often one thing was used on one day. Times are ISO 8601 in UTC, so that their order is that of their texts. */
export interface Tally {
  readonly use: Use;
  readonly count: number;
  readonly first: string;
  readonly last: string;
}

/** What was counted on one day, `YYYY-MM-DD` in UTC. */
export interface DayTallies {
  readonly day: string;
  readonly tallies: readonly Tally[];
}

export interface UsageFile {
  readonly days: readonly DayTallies[];
  /** Files whose counters are in this one: they are not counted, though they may still exist. */
  readonly replaces: readonly string[];
}

const format = 1;

export function usageText({ days, replaces }: UsageFile): string {
  const value = {
    format,
    ...(replaces.length === 0 ? {} : { replaces }),
    days: days.map(({ day, tallies }) => ({
      day,
      uses: tallies.map(({ use, count, first, last }) => ({ ...use, count, first, last })),
    })),
  };
  return `${JSON.stringify(value)}\n`;
}

/** @returns undefined for a text of another format */
export function parseUsage(text: string): UsageFile | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Incomplete, or another file: the caller reports it.
    return undefined;
  }
  if (!isJsonObject(value) || value.format !== format || !Array.isArray(value.days)) return undefined;
  const replaces = Array.isArray(value.replaces) ? value.replaces.filter(isName) : [];
  const days: DayTallies[] = [];
  for (const one of value.days as readonly Json[]) {
    if (!isJsonObject(one) || !isDay(one.day) || !Array.isArray(one.uses)) return undefined;
    const tallies = one.uses.map(readTally);
    if (tallies.includes(undefined)) return undefined;
    days.push({ day: one.day, tallies: tallies.filter((tally) => tally !== undefined) });
  }
  return { days, replaces };
}

/** The key of a counter. */
export function useKey({ kind, tool, param = "", name }: Use): string {
  return JSON.stringify([kind, tool, param, name]);
}

/** Adds a counter to the one with the same key. */
export function addTally(tallies: Map<string, Tally>, tally: Tally): void {
  const key = useKey(tally.use);
  const { use, count, first, last } = tallies.get(key) ?? { ...tally, count: 0 };
  tallies.set(key, {
    use,
    count: count + tally.count,
    first: first < tally.first ? first : tally.first,
    last: last > tally.last ? last : tally.last,
  });
}

/** The counters summed over all days, in no particular order. */
export function sumTallies(days: readonly DayTallies[]): readonly Tally[] {
  const sums = new Map<string, Tally>();
  for (const tally of days.flatMap((day) => day.tallies)) addTally(sums, tally);
  return [...sums.values()];
}

const kinds = ["alias", "tool", "version", "param", "spelling", "value", "retired"] as const satisfies Use["kind"][];

function readTally(value: Json): Tally | undefined {
  if (!isJsonObject(value)) return undefined;
  const { tool, name, param, count, first, last } = value;
  const kind = kinds.find((one) => one === value.kind);
  if (kind === undefined || !isName(tool) || !isName(name) || !(param === undefined || isName(param))) return undefined;
  if (typeof count !== "number" || !Number.isSafeInteger(count) || count < 1) return undefined;
  if (!isInstant(first) || !isInstant(last)) return undefined;
  return { use: { kind, tool, name, ...(param === undefined ? {} : { param }) }, count, first, last };
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= 512;
}

/** `YYYY-MM-DD` */
export function isDay(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);
}

function isInstant(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);
}
