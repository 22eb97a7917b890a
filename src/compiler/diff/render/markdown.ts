import { fenced } from "../../../diagnostics/render-sarif.ts";
import type { Change, DiffReport } from "../change.ts";
import { codeCell, codeSpan, htmlText, markdownText } from "./markdown-text.ts";
import {
  acceptedText,
  bumpText,
  clipped,
  countText,
  hasVersions,
  headline,
  helpLines,
  levelledText,
  placeText,
  type ReportOptions,
  severityWords,
  shownChanges,
  witnessLines,
  witnessWords,
} from "./words.ts";

/** A comment on GitHub holds this many characters. */
const maxCharacters = 65_536;

export interface MarkdownOptions extends ReportOptions {
  /** Greatest length of the text. Default: a comment on GitHub. */
  readonly maxCharacters?: number;
}

/**
 * For a comment on a pull request: a table of what needs a look, the details of each folded away, what is compatible folded
 * below. Where it does not fit, compatible changes go first, then details, and the last line reports it. The first line is a comment by
 * which a workflow finds the text that it wrote before.
 * @returns Markdown with a final newline
 */
export function renderDiffMarkdown(report: DiffReport, options: MarkdownOptions = {}): string {
  const changes = shownChanges(report, options);
  const most = options.maxCharacters ?? maxCharacters;
  const all = new Set(changes);
  const pieces = (kept: Kept) => document(report, changes, kept);
  const whole = pieces({ rows: all, details: all });
  if (whole.length <= most) return whole;
  return pieces(fitting(changes, (kept) => pieces(kept).length <= most));
}

/** What is shown of the changes. */
interface Kept {
  readonly rows: ReadonlySet<Change>;
  readonly details: ReadonlySet<Change>;
}

/** As much as fits: first the rows of what is open, then its details, then what is accepted, then what is compatible. */
function fitting(changes: readonly Change[], fits: (kept: Kept) => boolean): Kept {
  const open = changes.filter((change) => needsLook(change) && change.accepted === undefined);
  const rest = changes.filter((change) => !open.includes(change));
  const steps: readonly (readonly [keyof Kept, Change])[] = [
    ...open.map((change) => ["rows", change] as const),
    ...open.map((change) => ["details", change] as const),
    ...[...rest].sort((a, b) => Number(needsLook(b)) - Number(needsLook(a))).map((change) => ["rows", change] as const),
  ];
  const first = (count: number): Kept => {
    const taken = steps.slice(0, count);
    const of = (part: keyof Kept) => new Set(taken.filter(([kind]) => kind === part).map(([, change]) => change));
    return { rows: of("rows"), details: of("details") };
  };
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(first(middle))) low = middle;
    else high = middle - 1;
  }
  return first(low);
}

function document(report: DiffReport, changes: readonly Change[], { rows, details }: Kept): string {
  const main = changes.filter((change) => needsLook(change) && rows.has(change));
  const quiet = changes.filter((change) => !needsLook(change) && rows.has(change));
  const { baseVersion, headVersion } = report;
  const allQuiet = changes.filter((change) => !needsLook(change)).length;
  const quietTitle = `${quiet.length === allQuiet ? "" : `${quiet.length} of `}${allQuiet} ${severityWords.INFO}`;
  const versions = hasVersions(report)
    ? `From ${codeSpan(clipped(baseVersion, 80))} to ${codeSpan(clipped(headVersion, 80))}: ${bumpText(report)}.`
    : `${capital(bumpText(report))}.`;
  const blocks = [
    "<!-- pegboard diff -->",
    changes.length === 0 ? "### Catalog diff: no changes" : `### Catalog diff: ${countText(report)}`,
    ...(changes.length === 0 ? [] : [versions]),
    ...(main.length === 0 ? [] : [table(main)]),
    ...main.filter((change) => details.has(change)).map(detail),
    ...(quiet.length === 0 ? [] : [folded(quietTitle, table(quiet))]),
    ...omission(changes, { rows, details }),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function needsLook({ severity, hidden }: Change): boolean {
  return severity !== "INFO" && hidden !== true;
}

function table(changes: readonly Change[]): string {
  const rows = changes.map((change) => {
    const { severity, id, accepted } = change;
    const what = `${markdownText(clipped(headline(change), 300))}${accepted === undefined ? "" : " (accepted)"}`;
    const cells = [severity, codeCell(id), what, codeCell(clipped(placeText(change), 200))];
    return `| ${cells.join(" | ")} |`;
  });
  return ["| | Rule | What | Where |", "|---|---|---|---|", ...rows].join("\n");
}

function detail(change: Change): string {
  const { id, severity, subject, witness, note, help, levelled, accepted, categories, fingerprint } = change;
  const body = [
    markdownText(headline(change)),
    ...(witness === undefined
      ? []
      : [`${capital(witnessWords(change))}:`, fenced(witnessLines(witness, 100).join("\n"), "json")]),
    ...(note === undefined ? [] : [`Note: ${markdownText(clipped(note))}`]),
    ...(levelled === undefined ? [] : [`Level: ${markdownText(levelledText(levelled))}`]),
    ...(accepted === undefined ? [] : [markdownText(capital(acceptedText(accepted)))]),
    ...(help === undefined ? [] : ["What to do:", fenced(helpLines(help).join("\n"), "text")]),
    `${categories.join(" ")} · fingerprint ${codeSpan(fingerprint)}`,
  ];
  return folded(`${severity} ${id}: ${clipped(subject, 200)}`, body.join("\n\n"));
}

function folded(title: string, body: string): string {
  return `<details><summary>${htmlText(title)}</summary>\n\n${body}\n\n</details>`;
}

function omission(changes: readonly Change[], { rows, details }: Kept): readonly string[] {
  const left = changes.filter((change) => !rows.has(change));
  const folds = changes.filter((change) => needsLook(change) && rows.has(change) && !details.has(change)).length;
  const parts = (["ERR", "WARN", "INFO"] as const).flatMap((severity) => {
    const count = left.filter((change) => change.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severityWords[severity]}`];
  });
  const reported = [
    ...(parts.length === 0 ? [] : [`${parts.join(", ")} ${left.length === 1 ? "change" : "changes"}`]),
    ...(folds === 0 ? [] : [`the details of ${folds}`]),
  ];
  return reported.length === 0
    ? []
    : [`_Not shown, because a comment holds no more: ${reported.join(" and ")}. \`pegboard diff\` prints everything._`];
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
