import { diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import type { Context } from "./context.ts";

/** What is being written out where it is used: shared params, and named types of other kinds than objects. */
export interface WrittenOut {
  readonly names: Set<string>;
  /** Since the outermost one. */
  count: number;
}

export function nothingWrittenOut(): WrittenOut {
  return { names: new Set(), count: 0 };
}

/** More than a type can need; each level could double the one below. */
const maxParts = 1_000;

/**
 * Calls `write`, in which the name is being written out.
 * @returns undefined where it contains itself, or more than a type can need: that is reported
 */
export function writeOut<T>(context: Context, name: string, span: Span, write: () => T): T | undefined {
  const { writtenOut } = context;
  const isOutermost = writtenOut.names.size === 0;
  if (isOutermost) writtenOut.count = 0;
  if (writtenOut.names.has(name) || ++writtenOut.count > maxParts) {
    const help = "only a named object can hold itself: give the type a field that holds the others";
    context.diagnostics.push(diagnostic("type-endless", { name }, span, { help }));
    return undefined;
  }
  writtenOut.names.add(name);
  try {
    return write();
  } finally {
    writtenOut.names.delete(name);
  }
}
