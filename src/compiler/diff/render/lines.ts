import type { DiffReport } from "../change.ts";
import { acceptedText, headline, placeText, type ReportOptions, shownChanges } from "./words.ts";

/** One line for each change, as editors and `grep` like it; empty without changes, no final newline. */
export function renderDiffLines(report: DiffReport, options: ReportOptions = {}): string {
  return shownChanges(report, options)
    .map((change) => {
      const accepted = change.accepted === undefined ? "" : ` ${acceptedText(change.accepted)}`;
      const head = `${placeText(change)} ${change.severity} ${change.id}: ${headline(change)}`;
      return `${head} [${change.fingerprint}]${accepted}`;
    })
    .join("\n");
}
