import { type Code, codes, type ParamsOf } from "./codes.ts";
import type { Span } from "./source-file.ts";

export type Severity = "error" | "warning" | "info";

/** One finding: what is wrong, where, and what to do. Messages name the thing in quotes and carry no full stop. */
export interface Diagnostic {
  readonly code: Code;
  readonly severity: Severity;
  readonly message: string;
  /** Absent only when there is no text to point at, e.g. a file that is missing. */
  readonly span?: Span;
  /** Stands in for a span when there is none. */
  readonly path?: string;
  /** What to do, e.g. "did you mean 'Note'?"; printed behind the caret. */
  readonly help?: string;
  /** Other places that belong to the finding. */
  readonly related?: readonly { readonly span: Span; readonly message: string }[];
}

export interface DiagnosticExtras {
  readonly help?: string | undefined;
  readonly related?: Diagnostic["related"];
}

/** Makes a finding from the table of codes; the compiler checks that every hole of the message is filled. */
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
    severity: row.severity,
    message,
    ...place,
    ...(extras.help === undefined ? {} : { help: extras.help }),
    ...(extras.related === undefined ? {} : { related: extras.related }),
  };
}

/** A value that may be incomplete, with everything there is to say about it. */
export interface Checked<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((finding) => finding.severity === "error");
}
