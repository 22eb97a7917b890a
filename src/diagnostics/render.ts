import { codeFrame } from "./code-frame.ts";
import type { Diagnostic, Severity } from "./diagnostic.ts";
import { visible } from "./display-text.ts";
import { type Palette, plainPalette } from "./palette.ts";
import { type Position, positionAt, type Span } from "./source-file.ts";

/**
 * Findings for people, sorted, one block each and an empty line between them:
 *
 *     schema/tools/notes/note_create.yaml:14:19 error unknown-type: no type named 'Noet'
 *       14 |     result: {ref: Noet}
 *          |                   ^^^^ did you mean 'Note'?
 *
 * @returns "" for no findings, else text with a final newline; without the summary line
 */
export function render(diagnostics: readonly Diagnostic[], palette: Palette = plainPalette): string {
  const blocks = sortDiagnostics(diagnostics).map((finding) => `${block(finding, palette).join("\n")}\n`);
  return blocks.join("\n");
}

/** The same findings for programs: a JSON array, sorted, with a final newline. Lines and columns are 1-based. */
export function renderJson(diagnostics: readonly Diagnostic[]): string {
  return `${JSON.stringify(sortDiagnostics(diagnostics).map(asJson), undefined, 2)}\n`;
}

/** One line that counts: "2 errors, 1 warning". */
export function summary(diagnostics: readonly Diagnostic[]): string {
  const count = (severity: Severity) => diagnostics.filter((finding) => finding.severity === severity).length;
  const parts = [
    counted(count("error"), "error", "errors"),
    counted(count("warning"), "warning", "warnings"),
    counted(count("info"), "note", "notes"),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? "no findings" : parts.join(", ");
}

/** By path, then place, then code, then message: the same for any order of discovery. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) =>
      compare(pathOf(a), pathOf(b)) ||
      (a.span?.start ?? -1) - (b.span?.start ?? -1) ||
      (a.span?.end ?? -1) - (b.span?.end ?? -1) ||
      compare(a.code, b.code) ||
      compare(a.message, b.message),
  );
}

function block(finding: Diagnostic, palette: Palette): readonly string[] {
  const severity = palette[finding.severity](finding.severity);
  const head = `${severity} ${finding.code}: ${visible(finding.message)}`;
  const related = (finding.related ?? []).map(
    ({ span, message }) => `  ${palette.dim(`${placeOf(span)} ${visible(message)}`)}`,
  );
  if (finding.span === undefined) {
    const help = finding.help === undefined ? [] : [`  ${palette.help(visible(finding.help))}`];
    return [`${palette.place(visible(pathOf(finding)))} ${head}`, ...help, ...related];
  }
  return [
    `${palette.place(placeOf(finding.span))} ${head}`,
    ...codeFrame(finding.span, finding.help, palette),
    ...related,
  ];
}

interface JsonPlace {
  readonly path: string;
  readonly start: Position;
  readonly end: Position;
}

function asJson(finding: Diagnostic): object {
  return {
    code: finding.code,
    severity: finding.severity,
    message: finding.message,
    ...(finding.span === undefined ? { path: pathOf(finding) } : jsonPlace(finding.span)),
    ...(finding.help === undefined ? {} : { help: finding.help }),
    ...(finding.related === undefined
      ? {}
      : { related: finding.related.map(({ span, message }) => ({ ...jsonPlace(span), message })) }),
  };
}

function jsonPlace(span: Span): JsonPlace {
  return { path: span.file.path, start: positionAt(span.file, span.start), end: positionAt(span.file, span.end) };
}

function placeOf(span: Span): string {
  const { line, column } = positionAt(span.file, span.start);
  return `${visible(span.file.path)}:${line}:${column}`;
}

function pathOf(finding: Diagnostic): string {
  return finding.span?.file.path ?? finding.path ?? "";
}

function counted(count: number, one: string, many: string): string | undefined {
  return count === 0 ? undefined : `${count} ${count === 1 ? one : many}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
