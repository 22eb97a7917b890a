// Old names of tools and params, written into schema/ as aliases.
import type { TextEdit } from "../../diagnostics/diagnostic.ts";
import type { SourceFile } from "../../diagnostics/source-file.ts";
import { parseSpec } from "../syntax/parse.ts";
import type { SpecDocument } from "../syntax/spec-file.ts";
import { at } from "../syntax/spec-node.ts";
import { applyEdits, columnOf, entryInside, flowText, isFlow, linesBelow } from "./insert.ts";
import { type LeftAlias, leaveAlias } from "./leave-alias.ts";

/** One name that is to go on working. The tool, and its params now, are named as in YAML. */
export type OldName =
  | { readonly kind: "tool"; readonly tool: string; readonly alias: LeftAlias }
  | { readonly kind: "param"; readonly tool: string; readonly param: string; readonly old: string };

/**
 * @param sources every text of schema/, without errors
 * @returns all of them; the same texts where the tool, or the param, is not written in a way that can be added to
 */
export function keepOldName(sources: readonly SourceFile[], name: OldName): readonly SourceFile[] {
  const file = parseSpec(sources).value.find((one) => one.kind === "tool" && isCurrentOf(one, name.tool));
  if (file?.kind !== "tool") return sources;
  const edits = name.kind === "tool" ? leaveAlias(file, name.alias, name.tool) : paramAlias(file, name);
  const text = applyEdits(file.source.text, edits);
  return sources.map((source) => (source === file.source ? { path: source.path, text } : source));
}

function isCurrentOf(file: SpecDocument, tool: string): boolean {
  return file.name === tool && file.olderVersion === undefined;
}

function paramAlias(
  { root }: SpecDocument,
  { param, old }: Extract<OldName, { readonly kind: "param" }>,
): readonly TextEdit[] {
  const node = at(at(root, "params"), param);
  if (node?.kind !== "map") return [];
  const entry = flowText({ name: old });
  const aliases = at(node, "aliases");
  if (aliases?.kind === "list") {
    if (isFlow(aliases)) return [entryInside(aliases, entry)];
    return [linesBelow(aliases, [`${" ".repeat(columnOf(aliases.span))}- ${entry}`])];
  }
  if (isFlow(node)) return [entryInside(node, `aliases: [${entry}]`)];
  // The entries of a map are not in the order of its text.
  const entries = [...node.entries.values()].sort((a, b) => a.key.start - b.key.start);
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [linesBelow(last.value, [`${" ".repeat(columnOf(first.key))}aliases: [${entry}]`])];
}
