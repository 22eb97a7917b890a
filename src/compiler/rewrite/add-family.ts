import type { TextEdit } from "../../diagnostics/diagnostic.ts";
import type { SourceFile } from "../../diagnostics/source-file.ts";
import { parseSpec } from "../syntax/parse.ts";
import type { SpecMap } from "../syntax/spec-node.ts";
import { applyEdits, columnOf, entryInside, isFlow, linesBelow, yamlText } from "./insert.ts";

/**
 * catalog.yaml with one more family at the end of its list; everything else stays unchanged.
 * @returns undefined when the families can't be read
 */
export function addFamily(
  catalog: SourceFile,
  family: { readonly name: string; readonly title: string; readonly summary: string },
): string | undefined {
  const [file] = parseSpec([catalog]).value;
  if (file === undefined || file.kind === "text" || file.root === undefined) return undefined;
  const body = `${family.name}: {title: ${yamlText(family.title)}, summary: ${yamlText(family.summary)}}`;
  const edits = editsFor(file.root, body);
  return edits === undefined ? undefined : applyEdits(catalog.text, edits);
}

function editsFor(root: SpecMap, body: string): readonly TextEdit[] | undefined {
  const entry = root.entries.get("families");
  if (entry === undefined) return isFlow(root) ? undefined : [linesBelow(root, ["families:", `  ${body}`])];
  const families = entry.value;
  if (families.kind !== "map") return undefined;
  if (isFlow(families)) return [entryInside(families, body)];
  const [first] = families.entries.values();
  if (first !== undefined) return [linesBelow(families, [`${" ".repeat(columnOf(first.key))}${body}`])];
  // Nothing behind the colon, or the word for it.
  const { file, start, end } = families.span;
  const word = /^(?:~|null)$/i.test(file.text.slice(start, end)) ? [{ span: families.span, text: "" }] : [];
  return [...word, linesBelow({ span: entry.key }, [`${" ".repeat(columnOf(entry.key) + 2)}${body}`])];
}
