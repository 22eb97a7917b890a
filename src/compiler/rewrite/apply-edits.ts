import { editText } from "../../diagnostics/apply-fixes.ts";
import type { TextEdit } from "../../diagnostics/diagnostic.ts";

/**
 * The text of one file with all of the edits done. The same edit twice is one: a node that YAML repeats by an alias is
 * met at each of its places.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const distinct = new Map(edits.map((edit) => [`${edit.span.start} ${edit.span.end} ${edit.text}`, edit]));
  return editText(text, [...distinct.values()]);
}
