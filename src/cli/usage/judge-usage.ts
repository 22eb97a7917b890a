// What counters say about all that a catalog keeps for old callers. Pure: the day and the counters come in as values.
import { type DayTallies, sumTallies, type Tally, useKey } from "../../usage/usage-file.ts";
import type { OldThing } from "./old-things.ts";

/** The first ones are what an owner looks for. */
export const verdicts = [
  /** Its sunset has passed and it was not used during the quiet days. */
  "may go",
  /** Used within the quiet days. */
  "still used",
  "before its sunset",
  /** It has no sunset, and it was not used during the quiet days. */
  "unused lately",
  /** Its sunset has passed, but uses were not counted for as long as the quiet days. */
  "too early to say",
  /** It has no sunset, and no use was ever counted. */
  "never seen",
] as const;

export type Verdict = (typeof verdicts)[number];

export interface UsageRow extends Pick<OldThing, "use" | "declaredAt"> {
  readonly owner: string | undefined;
  /** False for what was used once and is neither in the catalog nor among its removed names. */
  readonly known: boolean;
  readonly calls: number;
  /** `YYYY-MM-DD`, UTC. */
  readonly first: string | undefined;
  readonly last: string | undefined;
  readonly sunset: string | undefined;
  readonly verdict: Verdict;
}

export interface Judging {
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
  readonly quietDays: number;
  /** The first day that was counted; undefined: none was. */
  readonly countedSince: string | undefined;
  /** Calls before this day are not counted; what they say about the last use still holds. */
  readonly from: string | undefined;
}

/** One row for each old thing and each that was used and is gone, by verdict, then kind, tool and name. */
export function judgeUsage(
  things: readonly OldThing[],
  days: readonly DayTallies[],
  judging: Judging,
): readonly UsageRow[] {
  const all = byKey(days);
  const counted = byKey(days.filter(({ day }) => judging.from === undefined || day >= judging.from));
  const known = new Set(things.map(({ use }) => useKey(use)));
  const rows = things.map((thing) => row(thing, all, counted, judging));
  const gone = [...all.values()].filter(({ use }) => !known.has(useKey(use)));
  const others = gone.map(({ use }): UsageRow => {
    const thing = { use, owner: undefined, declaredAt: undefined, deprecated: undefined };
    return { ...row(thing, all, counted, judging), known: false };
  });
  return [...rows, ...others].sort(inOrder);
}

function row(
  { use, owner, declaredAt, deprecated }: Omit<OldThing, "owner"> & { readonly owner: string | undefined },
  all: ReadonlyMap<string, Tally>,
  counted: ReadonlyMap<string, Tally>,
  judging: Judging,
): UsageRow {
  const key = useKey(use);
  const tally = all.get(key);
  const first = tally?.first.slice(0, 10);
  const last = tally?.last.slice(0, 10);
  const sunset = deprecated?.sunset;
  const verdict = judge(last, sunset, judging);
  return { use, owner, declaredAt, known: true, calls: counted.get(key)?.count ?? 0, first, last, sunset, verdict };
}

function judge(last: string | undefined, sunset: string | undefined, judging: Judging): Verdict {
  const { today, quietDays, countedSince } = judging;
  if (last !== undefined && daysBetween(last, today) < quietDays) return "still used";
  if (sunset === undefined) return last === undefined ? "never seen" : "unused lately";
  if (today < sunset) return "before its sunset";
  const isWatched = countedSince !== undefined && daysBetween(countedSince, today) >= quietDays;
  return isWatched ? "may go" : "too early to say";
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / (24 * 60 * 60 * 1000);
}

function byKey(days: readonly DayTallies[]): ReadonlyMap<string, Tally> {
  return new Map(sumTallies(days).map((tally) => [useKey(tally.use), tally]));
}

function inOrder(a: UsageRow, b: UsageRow): number {
  const byVerdict = verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict);
  if (byVerdict !== 0) return byVerdict;
  const [textA, textB] = [sortText(a), sortText(b)];
  return textA < textB ? -1 : textA > textB ? 1 : 0;
}

function sortText({ use: { kind, tool, param = "", name } }: UsageRow): string {
  return [kind, tool, param, name].join("\n");
}
