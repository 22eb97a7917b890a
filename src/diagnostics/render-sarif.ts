import type { CodeRow } from "./codes/code-row.ts";
import { codes } from "./codes.ts";
import { type Diagnostic, pathOf, type Severity, sortDiagnostics, type TextEdit } from "./diagnostic.ts";
import { positionAt, type Span } from "./source-file.ts";

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
  const physicalLocation = {
    artifactLocation: artifact(folder, pathOf(finding)),
    region: span === undefined ? undefined : region(span),
  };
  const places = related.map(({ span, message: text }, index) => ({
    id: index + 1,
    physicalLocation: { artifactLocation: artifact(folder, span.file.path), region: region(span) },
    message: { text: literal(text) },
  }));
  // JSON leaves out what is undefined.
  return {
    ruleId: code,
    ruleIndex,
    level: levels[severity],
    message: { text: literal(help === undefined ? message : `${message}; ${help}`) },
    locations: [{ physicalLocation }],
    relatedLocations: places.length === 0 ? undefined : places,
    fixes: fix && [{ description: { text: literal(fix.title) }, artifactChanges: changes(fix.edits, folder) }],
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
        insertedContent: edit.text === "" ? undefined : { text: edit.text },
      })),
  }));
}

// What SARIF logs of findings and of changes have in common: the log around the results, rules, places, texts.

export interface SarifOptions {
  /** Version of the program, for the report's head. */
  readonly version?: string;
  /** The prefix of the paths, from the root of the repository: "" or "packages/notes/". */
  readonly folder?: string;
}

export type SarifLevel = "error" | "warning" | "note";

/** The description of a rule. */
export interface SarifRule {
  readonly id: string;
  readonly level: SarifLevel;
  readonly why: string;
  readonly bad?: string | undefined;
  readonly good?: string | undefined;
  readonly notes?: readonly string[];
}

/**
 * A whole log with one run. Paths are relative to `%SRCROOT%`, so that the log names no machine.
 * @param results hold `ruleIndex`: the place of their rule in `rules`
 * @returns JSON text with a final newline
 * @see SARIF 2.1.0, OASIS Standard incorporating Approved Errata 01
 */
export function sarifLog(
  rules: readonly SarifRule[],
  results: readonly object[],
  { version }: Pick<SarifOptions, "version">,
): string {
  const log = {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: { name: "pegboard", ...(version === undefined ? {} : { version }), rules: rules.map(ruleOf) },
        },
        columnKind: "utf16CodeUnits",
        results,
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function ruleOf({ id, level, why, bad, good, notes = [] }: SarifRule): object {
  const example = (title: string, text: string | undefined) =>
    text === undefined ? [] : [{ title, text: text.trimEnd() }];
  const examples = [...example("Bad", bad), ...example("Good", good)];
  const paragraphs = [why, ...examples.map(({ title, text }) => `${title}:\n${text}`), ...notes];
  const formatted = [why, ...examples.map(({ title, text }) => `${title}:\n${fenced(text)}`), ...notes];
  return {
    id,
    shortDescription: { text: literal(id.replaceAll("-", " ")) },
    fullDescription: { text: literal(why) },
    help: { text: literal(paragraphs.join("\n\n")), markdown: literal(formatted.join("\n\n")) },
    defaultConfiguration: { level },
  };
}

/** A block of code in Markdown. No run of backticks within ends it. */
export function fenced(text: string, language = "yaml"): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Lines and columns are 1-based, the end is exclusive. */
export function region({ file, start, end }: Span): object {
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

export function artifact(folder: string, path: string): object {
  return { uri: relativeUri(`${folder}${path}`), uriBaseId: "%SRCROOT%" };
}

/** RFC 3986: every sign but the unreserved ones is percent-encoded, so that the first segment does not look like a scheme. */
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

/** Braces are placeholders in SARIF's texts (§3.11.5) and `[text](1)` a link (§3.11.6); both are escaped here. */
export function literal(text: string): string {
  return text
    .replaceAll("{", "{{")
    .replaceAll("}", "}}")
    .replaceAll(/\[(?=[^\]]*\]\()/g, "\\[");
}
