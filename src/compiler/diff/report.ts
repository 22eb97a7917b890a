import { compareTexts } from "../../contract/compare-texts.ts";
import { requiredBump } from "./bump.ts";
import type { Category, Change, DiffReport, Severity } from "./change.ts";
import { numbered } from "./fingerprint.ts";

const order: readonly Severity[] = ["ERR", "WARN", "INFO"];

/** Sorts, counts, and computes what version bump the changes ask for. */
export function report(changes: readonly Change[], baseVersion: string, headVersion: string): DiffReport {
  const sorted = numbered(sortChanges(changes));
  return {
    changes: sorted,
    counts: countChanges(sorted),
    required: requiredBump(sorted, baseVersion),
    baseVersion,
    headVersion,
  };
}

/** Most severe first, then by subject, rule and words: the same for any order of discovery. */
export function sortChanges(changes: readonly Change[]): readonly Change[] {
  return [...changes].sort(
    (a, b) =>
      order.indexOf(a.severity) - order.indexOf(b.severity) ||
      compareTexts(a.subject, b.subject) ||
      compareTexts(a.id, b.id) ||
      compareTexts(a.facet ?? "", b.facet ?? "") ||
      compareTexts(a.message, b.message) ||
      compareTexts(a.path, b.path),
  );
}

/** As if the tools had not changed: they ask for no version either. */
export function withoutTools(whole: DiffReport, isIgnored: (tool: string) => boolean): DiffReport {
  const changes = whole.changes.filter(({ tool }) => tool === undefined || !isIgnored(tool));
  return report(changes, whole.baseVersion, whole.headVersion);
}

/** What concerns these categories, and the version that it alone asks for. */
export function ofCategories(whole: DiffReport, categories: readonly Category[]): DiffReport {
  const changes = whole.changes.filter((change) => change.categories.some((one) => categories.includes(one)));
  return {
    ...whole,
    changes,
    counts: countChanges(changes),
    required: changes.length === whole.changes.length ? whole.required : requiredBump(changes, whole.baseVersion),
  };
}

/** Each change once: hidden, else accepted, else by severity. */
export function countChanges(changes: readonly Change[]): DiffReport["counts"] {
  const counts = { ERR: 0, WARN: 0, INFO: 0, accepted: 0, hidden: 0 };
  for (const { severity, accepted, hidden } of changes) {
    counts[hidden === true ? "hidden" : accepted === undefined ? severity : "accepted"] += 1;
  }
  return counts;
}
