import { codeFrame } from "../../../diagnostics/code-frame.ts";
import { type Palette, plainPalette, visible } from "../../../diagnostics/display-text.ts";
import type { Change, DiffReport, Severity } from "../change.ts";
import {
  acceptedText,
  clipped,
  headline,
  helpLines,
  levelledText,
  placeText,
  type ReportOptions,
  severityWords,
  shownChanges,
  summaryText,
  witnessLines,
  witnessWords,
} from "./words.ts";

export interface TextOptions extends ReportOptions {
  readonly palette?: Palette;
  /** Lines shown before and after the one that is marked. */
  readonly context?: number;
}

/**
 * For people: a block for each change with the place framed, in groups from breaking to compatible, what was accepted
 * after them, and a line that counts:
 *
 *     schema/tools/notes/note_create.yaml:9:9 ERR param-narrowed: note_create.title: max length is 40 instead of 80
 *       9 |   title: {type: string, max_length: 40}
 *         |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
 *       for example, this call: {"title":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}
 *       CALL · f1189b36517d
 *
 * @returns text without a final newline
 */
export function renderDiff(report: DiffReport, options: TextOptions = {}): string {
  const { palette = plainPalette, context = 0 } = options;
  const changes = shownChanges(report, options);
  if (changes.length === 0) {
    const { hidden } = report.counts;
    return hidden === 0 ? "no changes" : `no changes that affect callers; --all shows ${hidden}`;
  }
  const groups = groupsOf(changes).flatMap(([title, own]) => [
    palette.place(`${title} (${own.length})`),
    ...own.map((change) => block(change, palette, context).join("\n")),
  ]);
  return [...groups, summaryLine(report, changes, palette)].join("\n\n");
}

function groupsOf(changes: readonly Change[]): readonly (readonly [title: string, changes: readonly Change[]])[] {
  const open = changes.filter(({ accepted, hidden }) => accepted === undefined && hidden !== true);
  const of = (severity: Severity) => open.filter((change) => change.severity === severity);
  const groups: readonly (readonly [string, readonly Change[]])[] = [
    ...(["ERR", "WARN", "INFO"] as const).map((severity) => [capital(severityWords[severity]), of(severity)] as const),
    ["Accepted", changes.filter(({ accepted, hidden }) => accepted !== undefined && hidden !== true)],
    ["Hidden", changes.filter(({ hidden }) => hidden === true)],
  ];
  return groups.filter(([, own]) => own.length > 0);
}

function block(change: Change, palette: Palette, context: number): readonly string[] {
  const { span, id, severity, witness, note, help, levelled, accepted, categories, fingerprint } = change;
  const reported = (label: string, text: string) => `  ${palette.dim(`${label}:`)} ${text}`;
  return [
    `${palette.place(placeText(change))} ${coloured(severity, palette)} ${id}: ${headline(change)}`,
    ...(span === undefined ? [] : codeFrame(span, undefined, palette, context)),
    ...(witness === undefined ? [] : labelled(palette.dim(`${witnessWords(change)}:`), witnessLines(witness, 90))),
    ...(note === undefined ? [] : [reported("note", clipped(visible(note)))]),
    ...(levelled === undefined ? [] : [reported("level", levelledText(levelled))]),
    ...(help === undefined ? [] : labelled(palette.dim("help:"), helpLines(help).map(palette.help))),
    ...(accepted === undefined ? [] : [`  ${palette.dim(acceptedText(accepted))}`]),
    `  ${palette.dim(`${categories.join(" ")} · ${fingerprint}`)}`,
  ];
}

/** One line behind its label; more of them below it. */
function labelled(label: string, lines: readonly string[]): readonly string[] {
  const [only] = lines;
  return lines.length === 1 ? [`  ${label} ${only}`] : [`  ${label}`, ...lines.map((line) => `    ${line}`)];
}

function coloured(severity: Severity, { error, warning, info }: Palette): string {
  return { ERR: error, WARN: warning, INFO: info }[severity](severity);
}

function summaryLine(report: DiffReport, changes: readonly Change[], palette: Palette): string {
  const [first] = changes;
  const hints = [
    ...(first === undefined ? [] : [`pegboard explain ${first.id} says more`]),
    ...(changes.length === report.changes.length ? [] : [`--all shows ${report.counts.hidden} more`]),
  ];
  return `${summaryText(report)}; ${palette.dim(hints.join("; "))}`;
}

function capital(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}
