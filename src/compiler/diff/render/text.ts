import { codeFrame } from "../../../diagnostics/code-frame.ts";
import { type Palette, plainPalette, visible } from "../../../diagnostics/display-text.ts";
import type { Change, DiffReport, Severity } from "../change.ts";
import { type Cause, causesOf, type Section, sectionsOf, subjectsOf, verdictOf } from "./groups.ts";
import {
  acceptedText,
  clipped,
  headline,
  helpLines,
  levelledText,
  placeText,
  type ReportOptions,
  shownChanges,
  summaryText,
  witnessLines,
  witnessWords,
} from "./words.ts";

export interface TextOptions extends ReportOptions {
  readonly palette?: Palette;
  /** Lines shown before and after the one that is marked. */
  readonly context?: number;
  /** Everything about every finding, however long it gets. */
  readonly verbose?: boolean;
}

/** Lines of a report that is not verbose. */
const most = 60;

/**
 * For people. The verdict comes first, then the findings in sections from breaking to compatible:
 *
 *     Breaks callers: 1 breaking, 0 dangerous, 0 compatible; a major version is needed
 *
 *     Breaking (1)
 *
 *     schema/tools/notes/note_create.yaml:9:9 ERR param-narrowed: note_create.title: max length is 40 instead of 80
 *       9 |   title: {type: string, max_length: 40}
 *         |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
 *       for example, this call is refused: {"title":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}
 *       CALL · f1189b36517d
 *
 * A report that would be long is put shorter: findings of one cause together, then without examples, then the first causes.
 *
 * @returns text without a final newline
 */
export function renderDiff(report: DiffReport, options: TextOptions = {}): string {
  const { palette = plainPalette, verbose = false } = options;
  const changes = shownChanges(report, options);
  if (changes.length === 0) {
    const { hidden } = report.counts;
    return hidden === 0 ? "no changes" : `no changes that affect callers; --all shows ${hidden}`;
  }
  const head = `${palette.place(verdictOf(report))}: ${summaryText(report)}`;
  const sections = sectionsOf(changes);
  // A finding takes two lines and an empty one at least: frames of more than fit are not made.
  if (verbose || changes.length * 3 <= most) {
    const whole = [head, ...inFull(sections, options), lastLine(report, changes, { palette, isWhole: true })];
    const text = whole.join("\n\n");
    if (verbose || linesIn(text) <= most) return text;
  }
  const short = (body: readonly string[]) =>
    [head, ...body, lastLine(report, changes, { palette, isWhole: false })].join("\n\n");
  const grouped = sections.map((section) => ({ ...section, causes: causesOf(section.changes) }));
  // A cause takes a line at least, and saying its place takes reading the lines of its file.
  if (grouped.reduce((sum, { causes }) => sum + causes.length, 0) <= most) {
    const all = short(inCauses(grouped, palette, { examples: true, perSection: Number.POSITIVE_INFINITY }));
    if (linesIn(all) <= most) return all;
  }
  const perSection = Math.max(3, Math.floor((most - 4 - 4 * sections.length) / sections.length));
  return short(inCauses(grouped, palette, { examples: false, perSection }));
}

function linesIn(text: string): number {
  return text.split("\n").length;
}

function inFull(sections: readonly Section[], { palette = plainPalette, context = 0 }: TextOptions): readonly string[] {
  return sections.flatMap(({ title, changes }) => [
    palette.place(`${title} (${changes.length})`),
    ...changes.map((change) => block(change, palette, context).join("\n")),
  ]);
}

interface Shortening {
  readonly examples: boolean;
  /** How many causes of each section are shown. */
  readonly perSection: number;
}

interface GroupedSection extends Section {
  readonly causes: readonly Cause[];
}

function inCauses(sections: readonly GroupedSection[], palette: Palette, how: Shortening): readonly string[] {
  return sections.map(({ title, changes, causes }) => {
    const shown = causes.slice(0, how.perSection);
    const rest = causes.slice(shown.length);
    const left = rest.reduce((sum, { all }) => sum + all.length, 0);
    return [
      palette.place(`${title} (${changes.length})`),
      ...shown.flatMap((cause) => causeLines(cause, palette, how.examples)),
      ...(rest.length === 0 ? [] : [palette.dim(`  and ${left} more, of ${rest.length} other causes`)]),
    ].join("\n");
  });
}

function causeLines(cause: Cause, palette: Palette, examples: boolean): readonly string[] {
  const { first, all, words } = cause;
  const where = all.length === 1 ? `${placeText(first)} · ${first.fingerprint}` : subjectsOf(cause);
  const line = `  ${coloured(first.severity, palette)} ${first.id}: ${clipped(visible(words), 200)}`;
  const grouped = `${line} ${palette.dim(`(${clipped(visible(where), 200)})`)}`;
  const { witness } = first;
  if (!examples || witness === undefined || first.severity !== "ERR") return [grouped];
  return [grouped, `      ${palette.dim(`${witnessWords(first)}:`)} ${witnessLines(witness, 300).join(" ")}`];
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

interface LastLine {
  readonly palette: Palette;
  readonly isWhole: boolean;
}

function lastLine(report: DiffReport, changes: readonly Change[], { palette, isWhole }: LastLine): string {
  const [first] = changes;
  const hints = [
    ...(isWhole ? [] : ["--verbose shows every finding with its place, help and fingerprint"]),
    ...(first === undefined ? [] : [`pegboard explain ${first.id} says more`]),
    ...(changes.length === report.changes.length ? [] : [`--all shows ${report.counts.hidden} more`]),
  ];
  return palette.dim(hints.join("; "));
}
