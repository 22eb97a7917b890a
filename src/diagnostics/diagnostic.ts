import { compareTexts } from "../contract/compare-texts.ts";
import { type Code, codes, type ParamsOf } from "./codes.ts";
import type { Span } from "./source-file.ts";

export type Severity = "error" | "warning" | "info";

/** One finding: what is wrong, where, and what to do. Messages name the thing in quotes and carry no full stop. */
export interface Diagnostic {
  readonly code: Code;
  readonly severity: Severity;
  readonly message: string;
  /** Absent only when there is no text to point at, for example a missing file. */
  readonly span?: Span;
  /** Replaces the span when there is none. */
  readonly path?: string;
  /** What to do, e.g. "did you mean 'Note'?"; printed behind the caret. */
  readonly help?: string;
  /** Other places that belong to the finding. */
  readonly related?: readonly { readonly span: Span; readonly message: string }[];
  /** A mechanical fix, where exactly one is right: `pegboard lint --fix` applies it. */
  readonly fix?: Fix;
}

/** Edits that fix a finding. They change nothing else: comments and layout stay. */
export interface Fix {
  /** What it does, in the imperative: "rename the key to 'summary'". */
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/** Replaces the text of the span by `text`; an empty span inserts. */
export interface TextEdit {
  readonly span: Span;
  readonly text: string;
}

export interface DiagnosticExtras {
  /** Instead of the row's: a rule may warn at one limit and report an error at the next. */
  readonly severity?: Severity | undefined;
  readonly help?: string | undefined;
  readonly related?: Diagnostic["related"];
  readonly fix?: Fix | undefined;
}

/** Makes a finding from the table of codes; the compiler checks that every placeholder of the message has a value. */
export function diagnostic<C extends Code>(
  code: C,
  params: ParamsOf<C>,
  where: Span | { readonly path: string },
  extras: DiagnosticExtras = {},
): Diagnostic {
  const row = codes[code];
  // Each row's message takes exactly ParamsOf<C>; TypeScript can't follow that through the union of rows.
  const message = (row.message as (params: ParamsOf<C>) => string)(params);
  const place = "file" in where ? { span: where } : { path: where.path };
  return {
    code,
    severity: extras.severity ?? row.severity,
    message,
    ...place,
    ...(extras.help === undefined ? {} : { help: extras.help }),
    ...(extras.related === undefined ? {} : { related: extras.related }),
    ...(extras.fix === undefined ? {} : { fix: extras.fix }),
  };
}

/** A value that may be incomplete, with all findings about it. */
export interface Checked<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((finding) => finding.severity === "error");
}

/** By path, then place, then code, then message: the same for any order of discovery. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) =>
      compareTexts(pathOf(a), pathOf(b)) ||
      (a.span?.start ?? -1) - (b.span?.start ?? -1) ||
      (a.span?.end ?? -1) - (b.span?.end ?? -1) ||
      compareTexts(a.code, b.code) ||
      compareTexts(a.message, b.message),
  );
}

/** The file of a finding; "" when there is none. */
export function pathOf(finding: Diagnostic): string {
  return finding.span?.file.path ?? finding.path ?? "";
}
