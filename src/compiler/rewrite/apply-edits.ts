import { editText } from "../../diagnostics/apply-fixes.ts";
import type { TextEdit } from "../../diagnostics/diagnostic.ts";

/**
 * The text of one file after all edits. Equal edits count once: a node that YAML repeats by an alias is visited at each
 * place.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const distinct = new Map(edits.map((edit) => [`${edit.span.start} ${edit.span.end} ${edit.text}`, edit]));
  return editText(text, [...distinct.values()]);
}
