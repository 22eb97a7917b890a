import { codeFrame } from "./code-frame.ts";
import { type Diagnostic, pathOf, sortDiagnostics } from "./diagnostic.ts";
import { type Palette, plainPalette, visible } from "./display-text.ts";
import { positionAt, type Span } from "./source-file.ts";

export interface RenderOptions {
  /** Lines shown before and after the one that is marked. Default: none. */
  readonly context?: number;
  /** Say below a finding what its fix does. Default: no. */
  readonly fixes?: boolean;
}

/**
 * Findings for people, sorted, one block each and an empty line between them:
 *
 *     schema/tools/notes/note_create.yaml:14:19 error unknown-type: no type named 'Noet'
 *       14 |     result: {ref: Noet}
 *          |                   ^^^^ did you mean 'Note'?
 *
 * @returns "" for no findings, else text with a final newline; without the summary line
 */
export function render(
  diagnostics: readonly Diagnostic[],
  palette: Palette = plainPalette,
  options: RenderOptions = {},
): string {
  const blocks = sortDiagnostics(diagnostics).map((finding) => `${block(finding, palette, options).join("\n")}\n`);
  return blocks.join("\n");
}

/** One line that counts: "2 errors, 1 warning". */
export function summary(diagnostics: readonly Diagnostic[]): string {
  const words = { error: "error", warning: "warning", info: "note" };
  const parts = Object.entries(words).flatMap(([severity, word]) => {
    const count = diagnostics.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [`${count} ${word}${count === 1 ? "" : "s"}`];
  });
  return parts.length === 0 ? "no findings" : parts.join(", ");
}

function block(
  finding: Diagnostic,
  palette: Palette,
  { context = 0, fixes = false }: RenderOptions,
): readonly string[] {
  const severity = palette[finding.severity](finding.severity);
  const head = `${severity} ${finding.code}: ${visible(finding.message)}`;
  const related = (finding.related ?? []).map(
    ({ span, message }) => `  ${palette.dim(`${placeOf(span)} ${visible(message)}`)}`,
  );
  const fix =
    fixes && finding.fix !== undefined ? [`  ${palette.dim("fix:")} ${palette.help(visible(finding.fix.title))}`] : [];
  if (finding.span === undefined) {
    const help = finding.help === undefined ? [] : [`  ${palette.help(visible(finding.help))}`];
    return [`${palette.place(visible(pathOf(finding)))} ${head}`, ...help, ...related, ...fix];
  }
  return [
    `${palette.place(placeOf(finding.span))} ${head}`,
    ...codeFrame(finding.span, finding.help, palette, context),
    ...related,
    ...fix,
  ];
}

function placeOf(span: Span): string {
  const { line, column } = positionAt(span.file, span.start);
  return `${visible(span.file.path)}:${line}:${column}`;
}
