import { type Diagnostic, pathOf, type Severity, sortDiagnostics } from "./diagnostic.ts";
import { positionAt, type SourceFile, type Span } from "./source-file.ts";

/**
 * A finding for programs. Keys are only ever added to this shape. A finding without a place in a text has `path` and
 * neither `start` nor `end`.
 */
export interface JsonFinding {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly path: string;
  readonly start?: JsonPosition;
  /** Exclusive. */
  readonly end?: JsonPosition;
  readonly help?: string;
  readonly related?: readonly (JsonPlace & { readonly message: string })[];
  /** What `pegboard lint --fix` would do. The edits of one fix belong together. */
  readonly fix?: { readonly title: string; readonly edits: readonly (JsonPlace & { readonly text: string })[] };
}

export interface JsonPlace {
  readonly path: string;
  readonly start: JsonPosition;
  /** Exclusive. */
  readonly end: JsonPosition;
}

/** The findings as a JSON array, sorted, with a final newline. */
export function renderJson(diagnostics: readonly Diagnostic[]): string {
  return `${JSON.stringify(jsonFindings(diagnostics), undefined, 2)}\n`;
}

/** The same as values, to be part of something larger. */
export function jsonFindings(diagnostics: readonly Diagnostic[]): readonly JsonFinding[] {
  return sortDiagnostics(diagnostics).map(jsonFinding);
}

function jsonFinding(finding: Diagnostic): JsonFinding {
  const { code, severity, message, span, help, related, fix } = finding;
  const places = related?.map((place) => ({ ...jsonPlace(place.span), message: place.message }));
  const edits = fix?.edits.map((edit) => ({ ...jsonPlace(edit.span), text: edit.text }));
  return {
    code,
    severity,
    message,
    ...(span === undefined ? { path: pathOf(finding) } : jsonPlace(span)),
    ...(help === undefined ? {} : { help }),
    ...(places === undefined ? {} : { related: places }),
    ...(fix === undefined || edits === undefined ? {} : { fix: { title: fix.title, edits } }),
  };
}

function jsonPlace({ file, start, end }: Span): JsonPlace {
  return { path: file.path, start: jsonPosition(file, start), end: jsonPosition(file, end) };
}

/** Line and column are 1-based, the offset 0-based; columns and offsets count UTF-16 code units. */
export interface JsonPosition {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

export function jsonPosition(file: SourceFile, offset: number): JsonPosition {
  return { ...positionAt(file, offset), offset };
}
