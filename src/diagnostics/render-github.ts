import { type Diagnostic, pathOf, type Severity, sortDiagnostics } from "./diagnostic.ts";
import { visible } from "./display-text.ts";
import { positionAt, type Span } from "./source-file.ts";

/**
 * Findings as workflow commands, one a line, which GitHub Actions shows beside the changed lines:
 *
 *     ::error file=schema/catalog.yaml,line=3,endLine=3,col=5,endColumn=8,title=unknown-key::unknown key 'tire'%0Adid you mean 'tier'?
 *
 * @param folder the prefix of the paths, from the root of the repository: "" or "packages/notes/"
 * @returns "" for no findings, else text with a final newline
 */
export function renderGithub(diagnostics: readonly Diagnostic[], folder = ""): string {
  return sortDiagnostics(diagnostics)
    .map((finding) => `${command(finding, folder)}\n`)
    .join("");
}

const levels: Readonly<Record<Severity, CommandLevel>> = { error: "error", warning: "warning", info: "notice" };

function command(finding: Diagnostic, folder: string): string {
  const { severity, code, message, span, help, related = [], fix } = finding;
  const lines = [
    message,
    ...(help === undefined ? [] : [help]),
    ...related.map((place) => {
      const { line, column } = positionAt(place.span.file, place.span.start);
      return `${folder}${place.span.file.path}:${line}:${column} ${place.message}`;
    }),
    ...(fix === undefined ? [] : [`fix: ${fix.title}`]),
  ];
  const where = { file: `${folder}${pathOf(finding)}`, ...(span === undefined ? {} : { span }) };
  return workflowCommand({ level: levels[severity], title: code, lines, where });
}

export type CommandLevel = "error" | "warning" | "notice";

/**
 * One annotation as a workflow command of GitHub Actions, on one line and without a line end, for any texts.
 * @see GitHub Actions, "Workflow commands": parameters are escaped as in `@actions/core`, command.ts (checked 2026-11-21)
 */
export function workflowCommand(annotation: {
  readonly level: CommandLevel;
  readonly title: string;
  readonly lines: readonly string[];
  /** The file's path from the root of the repository, and the place in it. */
  readonly where?: { readonly file: string; readonly span?: Span } | undefined;
}): string {
  const { level, title, lines, where } = annotation;
  const properties = {
    ...(where === undefined ? {} : { file: where.file }),
    ...(where?.span === undefined ? {} : place(where.span)),
    title,
  };
  const shown = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${level} ${shown.join(",")}::${escapeData(lines.map(visible).join("\n"))}`;
}

/** Columns are 1-based and the last one belongs to the place. GitHub rejects columns where there are several lines. */
function place({ file, start, end }: Span): object {
  const first = positionAt(file, start);
  const last = positionAt(file, Math.max(start, end - 1));
  if (first.line !== last.line) return { line: first.line, endLine: last.line };
  return { line: first.line, endLine: first.line, col: first.column, endColumn: last.column };
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
