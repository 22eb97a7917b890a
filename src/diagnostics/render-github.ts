import type { Diagnostic, Severity } from "./diagnostic.ts";
import { visible } from "./display-text.ts";
import { pathOf, sortDiagnostics } from "./sort.ts";
import { positionAt, type Span } from "./source-file.ts";

/**
 * Findings as workflow commands, one a line, which GitHub Actions shows beside the changed lines:
 *
 *     ::error file=schema/catalog.yaml,line=3,endLine=3,col=5,endColumn=8,title=unknown-key::unknown key 'tire'%0Adid you mean 'tier'?
 *
 * @param folder what stands before the paths, from the root of the repository: "" or "packages/notes/"
 * @returns "" for no findings, else text with a final newline
 * @see GitHub Actions, "Workflow commands": parameters are escaped as in `@actions/core`, command.ts (checked 2026-11-21)
 */
export function renderGithub(diagnostics: readonly Diagnostic[], folder = ""): string {
  return sortDiagnostics(diagnostics)
    .map((finding) => `${command(finding, folder)}\n`)
    .join("");
}

const commands: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "notice" };

function command(finding: Diagnostic, folder: string): string {
  const properties = {
    file: `${folder}${pathOf(finding)}`,
    ...(finding.span === undefined ? {} : place(finding.span)),
    title: finding.code,
  };
  const shown = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  const lines = [
    finding.message,
    ...(finding.help === undefined ? [] : [finding.help]),
    ...(finding.related ?? []).map(({ span, message }) => {
      const { line, column } = positionAt(span.file, span.start);
      return `${folder}${span.file.path}:${line}:${column} ${message}`;
    }),
    ...(finding.fix === undefined ? [] : [`fix: ${finding.fix.title}`]),
  ];
  return `::${commands[finding.severity]} ${shown.join(",")}::${escapeData(lines.map(visible).join("\n"))}`;
}

/** Columns are 1-based and the last one belongs to the place. GitHub refuses columns where there are several lines. */
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
