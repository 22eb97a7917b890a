import { positionAt } from "../../../diagnostics/source-file.ts";
import type { Change, DiffReport, Severity } from "../change.ts";
import { editedPlace, headline, type ReportOptions, shownChanges } from "./words.ts";

export interface GitlabOptions extends ReportOptions {
  /** What stands before the paths, from the root of the repository: "" or "packages/notes/". */
  readonly folder?: string;
  /** File for findings of which no place in the edited texts is known: GitLab shows none without one. */
  readonly standIn: string;
}

/**
 * Changes as a code quality report of GitLab. What was accepted is left out: the report has no word for it.
 * @see https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
 * @returns JSON text with a final newline
 */
export function renderDiffGitlab(report: DiffReport, options: GitlabOptions): string {
  const issues = shownChanges(report, options)
    .filter(({ accepted }) => accepted === undefined)
    .map((change) => issue(change, options));
  return `${JSON.stringify(issues, undefined, 2)}\n`;
}

const levels: Readonly<Record<Severity, string>> = { ERR: "blocker", WARN: "minor", INFO: "info" };

function issue(change: Change, { folder = "", standIn }: GitlabOptions): object {
  const place = editedPlace(change);
  const begin = place?.span === undefined ? 1 : positionAt(place.span.file, place.span.start).line;
  return {
    description: headline(change),
    check_name: change.id,
    fingerprint: change.fingerprint,
    severity: levels[change.severity],
    location: { path: `${folder}${place?.path ?? standIn}`, lines: { begin } },
  };
}
