import { type JsonPosition, jsonPosition } from "../../../diagnostics/render-json.ts";
import type { Span } from "../../../diagnostics/source-file.ts";
import type { Change, DiffReport } from "../change.ts";

/** A report for programs. Keys are only ever added to this shape while its format is the same. */
export interface JsonDiff extends Omit<DiffReport, "changes"> {
  readonly format: "pegboard-diff/1";
  readonly changes: readonly JsonChange[];
}

/** Positions stand in the place of spans. What is hidden or accepted is there too, and marked. */
export interface JsonChange extends Omit<Change, "span" | "nearest" | "former"> {
  readonly start?: JsonPosition;
  /** Exclusive. */
  readonly end?: JsonPosition;
  /** For what is gone: the nearest thing in the head's YAML that is still there. */
  readonly nearest?: { readonly path: string; readonly start: JsonPosition; readonly end: JsonPosition };
}

/** The whole report, two-space indentation, without a final newline. */
export function renderDiffJson(report: DiffReport): string {
  return JSON.stringify(jsonDiff(report), undefined, 2);
}

/** The same as a value, to be part of something larger. */
export function jsonDiff(report: DiffReport): JsonDiff {
  return { format: "pegboard-diff/1", ...report, changes: report.changes.map(jsonChange) };
}

function jsonChange({ span, nearest, path, former: _, ...change }: Change): JsonChange {
  return {
    ...change,
    path,
    ...(span === undefined ? {} : ends(span)),
    ...(nearest === undefined ? {} : { nearest: { path: nearest.file.path, ...ends(nearest) } }),
  };
}

function ends({ file, start, end }: Span): { readonly start: JsonPosition; readonly end: JsonPosition } {
  return { start: jsonPosition(file, start), end: jsonPosition(file, end) };
}
