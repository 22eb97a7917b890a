import { type CommandLevel, workflowCommand } from "../../../diagnostics/render-github.ts";
import type { Change, DiffReport, Severity } from "../change.ts";
import {
  acceptedText,
  editedPlace,
  headline,
  helpLines,
  placeText,
  type ReportOptions,
  shownChanges,
  witnessLines,
  witnessWords,
} from "./words.ts";

export interface GithubOptions extends ReportOptions {
  /** What stands before the paths, from the root of the repository: "" or "packages/notes/". */
  readonly folder?: string;
}

/**
 * Changes as workflow commands, one a line: GitHub shows them beside the lines of a pull request, ten of each level at
 * most. What is gone is shown at the nearest thing that is left.
 * @returns "" without changes, else text with a final newline
 */
export function renderDiffGithub(report: DiffReport, options: GithubOptions = {}): string {
  return shownChanges(report, options)
    .map((change) => `${annotation(change, options)}\n`)
    .join("");
}

const levels: Readonly<Record<Severity, CommandLevel>> = { ERR: "error", WARN: "warning", INFO: "notice" };

function annotation(change: Change, { folder = "" }: GithubOptions): string {
  const { id, severity, witness, help, accepted, fingerprint } = change;
  const place = editedPlace(change);
  const lines = [
    headline(change),
    ...(change.side === "base" ? [`it was at ${placeText(change)}`] : []),
    ...(witness === undefined ? [] : [`${witnessWords(change)}: ${witnessLines(witness, 300).join(" ")}`]),
    ...(help === undefined ? [] : helpLines(help)),
    ...(accepted === undefined ? [] : [acceptedText(accepted)]),
    fingerprint,
  ];
  return workflowCommand({
    level: accepted === undefined ? levels[severity] : "notice",
    title: id,
    lines,
    where:
      place === undefined
        ? undefined
        : { file: `${folder}${place.path}`, ...(place.span === undefined ? {} : { span: place.span }) },
  });
}
