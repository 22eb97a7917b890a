import type { CodeRow } from "./codes/code-row.ts";
import { codes } from "./codes.ts";
import type { Diagnostic, Severity, TextEdit } from "./diagnostic.ts";
import {
  artifact,
  literal,
  region,
  type SarifLevel,
  type SarifOptions,
  type SarifRule,
  sarifLog,
} from "./sarif-log.ts";
import { pathOf, sortDiagnostics } from "./sort.ts";

/**
 * Findings as a SARIF log, for code scanning.
 * @returns JSON text with a final newline
 */
export function renderSarif(diagnostics: readonly Diagnostic[], options: SarifOptions = {}): string {
  const findings = sortDiagnostics(diagnostics);
  const ids = [...new Set(findings.map((finding) => finding.code))].sort();
  const { folder = "" } = options;
  const results = findings.map((finding) => result(finding, ids.indexOf(finding.code), folder));
  return sarifLog(ids.map(rule), results, options);
}

const levels: Readonly<Record<Severity, SarifLevel>> = { error: "error", warning: "warning", info: "note" };

function rule(id: Diagnostic["code"]): SarifRule {
  const { severity, why, bad, good, source, checkedOn }: CodeRow = codes[id];
  const origin = source === undefined ? [] : [`Source: ${source}${checkedOn === undefined ? "" : ` (${checkedOn})`}`];
  return { id, level: levels[severity], why, bad, good, notes: origin };
}

function result(finding: Diagnostic, ruleIndex: number, folder: string): object {
  const { code, severity, message, span, help, related = [], fix } = finding;
  const place =
    span === undefined
      ? { artifactLocation: artifact(folder, pathOf(finding)) }
      : { artifactLocation: artifact(folder, span.file.path), region: region(span) };
  return {
    ruleId: code,
    ruleIndex,
    level: levels[severity],
    message: { text: literal(help === undefined ? message : `${message}; ${help}`) },
    locations: [{ physicalLocation: place }],
    ...(related.length === 0
      ? {}
      : {
          relatedLocations: related.map((other, index) => ({
            id: index + 1,
            physicalLocation: {
              artifactLocation: artifact(folder, other.span.file.path),
              region: region(other.span),
            },
            message: { text: literal(other.message) },
          })),
        }),
    ...(fix === undefined
      ? {}
      : { fixes: [{ description: { text: literal(fix.title) }, artifactChanges: changes(fix.edits, folder) }] }),
  };
}

/** One change per file; its replacements in the order of the text. */
function changes(edits: readonly TextEdit[], folder: string): readonly object[] {
  const byPath = new Map<string, TextEdit[]>();
  for (const edit of edits) byPath.set(edit.span.file.path, [...(byPath.get(edit.span.file.path) ?? []), edit]);
  return [...byPath].map(([path, own]) => ({
    artifactLocation: artifact(folder, path),
    replacements: own
      .toSorted((a, b) => a.span.start - b.span.start)
      .map((edit) => ({
        deletedRegion: region(edit.span),
        ...(edit.text === "" ? {} : { insertedContent: { text: edit.text } }),
      })),
  }));
}
