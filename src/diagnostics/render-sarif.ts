import type { CodeRow } from "./codes/code-row.ts";
import { codes } from "./codes.ts";
import type { Diagnostic, Severity, TextEdit } from "./diagnostic.ts";
import { pathOf, sortDiagnostics } from "./sort.ts";
import { positionAt, type Span } from "./source-file.ts";

export interface SarifOptions {
  /** Version of the program, for the report's head. */
  readonly version?: string;
  /** What stands before the paths, from the root of the repository: "" or "packages/notes/". */
  readonly folder?: string;
}

/**
 * Findings as a SARIF log, for code scanning. Paths are relative to `%SRCROOT%`, so that the log names no machine.
 * @returns JSON text with a final newline
 * @see SARIF 2.1.0, OASIS Standard incorporating Approved Errata 01
 */
export function renderSarif(diagnostics: readonly Diagnostic[], options: SarifOptions = {}): string {
  const findings = sortDiagnostics(diagnostics);
  const ids = [...new Set(findings.map((finding) => finding.code))].sort();
  const { folder = "", version } = options;
  const log = {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "pegboard", ...(version === undefined ? {} : { version }), rules: ids.map(rule) } },
        columnKind: "utf16CodeUnits",
        results: findings.map((finding) => result(finding, ids.indexOf(finding.code), folder)),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

const levels: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

function rule(id: Diagnostic["code"]): object {
  const row: CodeRow = codes[id];
  const { why, bad, good, source, checkedOn } = row.explain;
  const example = (title: string, text: string | undefined) =>
    text === undefined ? [] : [{ title, text: text.trimEnd() }];
  const examples = [...example("Bad", bad), ...example("Good", good)];
  const origin = source === undefined ? [] : [`Source: ${source}${checkedOn === undefined ? "" : ` (${checkedOn})`}`];
  const paragraphs = [why, ...examples.map(({ title, text }) => `${title}:\n${text}`), ...origin];
  const formatted = [why, ...examples.map(({ title, text }) => `${title}:\n${fenced(text)}`), ...origin];
  return {
    id,
    shortDescription: { text: literal(id.replaceAll("-", " ")) },
    fullDescription: { text: literal(why) },
    help: { text: literal(paragraphs.join("\n\n")), markdown: literal(formatted.join("\n\n")) },
    defaultConfiguration: { level: levels[row.severity] },
  };
}

/** No run of backticks within ends the block. */
function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}yaml\n${text}\n${fence}`;
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

/** Lines and columns are 1-based, the end is exclusive. */
function region({ file, start, end }: Span): object {
  const first = positionAt(file, start);
  const last = positionAt(file, Math.max(start, end));
  return {
    startLine: first.line,
    startColumn: first.column,
    endLine: last.line,
    endColumn: last.column,
    charOffset: start,
    charLength: Math.max(0, end - start),
  };
}

function artifact(folder: string, path: string): object {
  return { uri: relativeUri(`${folder}${path}`), uriBaseId: "%SRCROOT%" };
}

/** RFC 3986: every sign but the unreserved ones is percent-encoded, so that no first segment looks like a scheme. */
function relativeUri(path: string): string {
  const wellFormed = path.replaceAll(/\p{Surrogate}/gu, "\uFFFD");
  return wellFormed
    .split("/")
    .map((segment) => encodeURIComponent(segment).replaceAll(/[!'()*]/g, (sign) => `%${hex(sign)}`))
    .join("/");
}

function hex(sign: string): string {
  return sign.charCodeAt(0).toString(16).toUpperCase();
}

/** Braces are placeholders in SARIF's texts (§3.11.5) and `[text](1)` a link (§3.11.6); ours mean themselves. */
function literal(text: string): string {
  return text
    .replaceAll("{", "{{")
    .replaceAll("}", "}}")
    .replaceAll(/\[(?=[^\]]*\]\()/g, "\\[");
}
