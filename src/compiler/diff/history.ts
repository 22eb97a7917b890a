import type { Json } from "../../contract/json.ts";
import type { DiffReport } from "./change.ts";
import { diffLists } from "./diff-lists.ts";
import { causesOf } from "./render/groups.ts";

/** A list of tools as one release had it. */
export interface Release {
  readonly name: string;
  readonly list: Json;
}

/** What one release did to callers of the one before. */
export interface ReleaseStep {
  readonly release: string;
  readonly before: string;
  readonly counts: DiffReport["counts"];
  readonly required: DiffReport["required"];
  /** What broke, those of most findings first. */
  readonly breaks: readonly string[];
}

/** Causes of one release that are named. */
const maxNamed = 3;

/**
 * Each release beside the one before it.
 * @param releases the oldest first
 * @returns `problem`, for a person, when one of them is not a list
 */
export function historyOf(
  releases: readonly Release[],
): { readonly steps: readonly ReleaseStep[] } | { readonly problem: string } {
  const steps: ReleaseStep[] = [];
  for (const [index, { name, list }] of releases.entries()) {
    const before = releases[index - 1];
    if (before === undefined) continue;
    const report = diffLists(before.list, list, { basePath: before.name, headPath: name });
    if ("problem" in report) return report;
    const { changes, counts, required } = report;
    const broken = changes.filter(({ severity, hidden }) => severity === "ERR" && hidden !== true);
    const causes = causesOf(broken);
    const left = causes.length > maxNamed ? [`and ${causes.length - maxNamed} more`] : [];
    const named = causes
      .slice(0, maxNamed)
      .map(({ words, all }) => (all.length === 1 ? words : `${words} (${all.length} times)`));
    steps.push({ release: name, before: before.name, counts, required, breaks: [...named, ...left] });
  }
  return { steps };
}

/** For a badge: since when no release broke a caller. */
export function stableSince(steps: readonly ReleaseStep[]): { readonly message: string; readonly isStable: boolean } {
  const last = steps.findLast(({ counts }) => counts.ERR > 0);
  const [first] = steps;
  if (last === undefined)
    return { message: first === undefined ? "no releases" : `none since ${first.before}`, isStable: true };
  return last === steps.at(-1)
    ? { message: `${last.counts.ERR} in ${last.release}`, isStable: false }
    : { message: `none since ${last.release}`, isStable: true };
}
