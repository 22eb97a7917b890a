import type { SourceFile } from "../../diagnostics/source-file.ts";
import { parseSpec } from "../syntax/parse.ts";
import { at } from "../syntax/spec-node.ts";
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
  const families = file === undefined || file.kind === "text" ? undefined : at(file.root, "families");
  if (families?.kind !== "map" || families.entries.size === 0) return undefined;
  const body = `${family.name}: {title: ${yamlText(family.title)}, summary: ${yamlText(family.summary)}}`;
  const [first] = families.entries.values();
  const indent = " ".repeat(first === undefined ? 2 : columnOf(first.key));
  const edit = isFlow(families) ? entryInside(families, body) : linesBelow(families, [`${indent}${body}`]);
  return applyEdits(catalog.text, [edit]);
}
