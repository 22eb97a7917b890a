import type { Diagnostic, Severity } from "./diagnostic.ts";
import { pathOf, sortDiagnostics } from "./sort.ts";
import { positionAt } from "./source-file.ts";
import { type CommandLevel, workflowCommand } from "./workflow-command.ts";

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
