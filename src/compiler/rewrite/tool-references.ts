// Every place in schema/ that names a tool. The grammar marks these keys, so a new key is found automatically.
import type { TextEdit } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import { allVariantKeys } from "../catalog/grammar/forms.ts";
import { type Grammar, type KeyTable, specFiles, specRules, type VariantsGrammar } from "../catalog/spec-grammar.ts";
import type { SpecFile } from "../syntax/spec-file.ts";
import { at, itemsAt, type SpecNode } from "../syntax/spec-node.ts";

interface Names {
  /** The tool's own name: keys of YAML take this one. */
  readonly old: string;
  /** How callers spell it: texts may say either. */
  readonly called: string;
  readonly current: string;
}

/** @returns edits that replace a tool's name in a file by the current one; not the tool's own `name` and `wire` */
export function toolReferences(file: SpecFile, names: Names): readonly TextEdit[] {
  const search: Search = { ...names, edits: [] };
  if (file.kind === "text") {
    mentionsIn(search, { file: file.source, start: 0, end: file.source.text.length });
    return search.edits;
  }
  bracesIn(search, { file: file.source, start: 0, end: file.source.text.length });
  if (file.root === undefined) return search.edits;
  walk(search, file.root, { kind: "rule", rule: specFiles[file.kind].rule });
  if (file.kind === "tool") {
    for (const owner of [file.root, ...itemsAt(file.root, "aliases")]) {
      // A replacement is a tool, a param or an error; beside a tool and its aliases it is a tool.
      const replacement = at(at(owner, "deprecated"), "replaced_by");
      if (replacement !== undefined) renameScalar(search, replacement);
    }
  }
  return search.edits;
}

interface Search extends Names {
  readonly edits: TextEdit[];
}

function walk(search: Search, node: SpecNode, grammar: Grammar): void {
  switch (grammar.kind) {
    case "rule":
      walk(search, node, specRules[grammar.rule] ?? { kind: "json" });
      return;
    case "string":
      if (grammar.names === "tool" || grammar.names === "call") renameScalar(search, node);
      return;
    case "text":
      if (node.kind === "scalar") mentionsIn(search, node.span);
      return;
    case "list":
      if (node.kind === "list") for (const item of node.items) walk(search, item, grammar.items);
      return;
    case "map":
      walkMap(search, node, grammar);
      return;
    case "record":
      walkKeys(search, node, grammar.keys);
      return;
    case "variants":
      walkKeys(search, node, keysOf(grammar));
      return;
    case "either":
      for (const option of grammar.options) walk(search, node, option);
      return;
    case "word":
    case "integer":
    case "number":
    case "boolean":
    case "json":
      return;
  }
}

function walkMap(search: Search, node: SpecNode, { key, value }: Extract<Grammar, { kind: "map" }>): void {
  if (node.kind !== "map") return;
  const namesTools = key.kind === "string" && (key.names === "tool" || key.names === "call");
  for (const [name, entry] of node.entries) {
    if (namesTools && name === search.old) search.edits.push(renamed(search, entry.key));
    walk(search, entry.value, value);
  }
}

function walkKeys(search: Search, node: SpecNode, keys: KeyTable): void {
  if (node.kind !== "map") return;
  for (const [name, entry] of node.entries) {
    const key = Object.hasOwn(keys, name) ? keys[name] : undefined;
    if (key !== undefined) walk(search, entry.value, key.value);
  }
}

/** Keys of every variant: the variant does not matter here. */
function keysOf(grammar: VariantsGrammar): KeyTable {
  const selectors = Object.entries(grammar.instead).map(([name, { key }]) => ({ [name]: key }));
  return Object.assign(allVariantKeys(grammar), ...selectors, grammar.shared);
}

function renameScalar(search: Search, node: SpecNode): void {
  if (node.kind === "scalar" && node.value === search.old) search.edits.push(renamed(search, node.span));
}

/** Quotes stay; a spelling with escapes is written plainly. */
export function renamed({ old, current }: Pick<Names, "old" | "current">, span: Span): TextEdit {
  const written = span.file.text.slice(span.start, span.end);
  const inside = written.indexOf(old);
  if (inside === -1) return { span, text: current };
  const start = span.start + inside;
  return { span: { file: span.file, start, end: start + old.length }, text: current };
}

/**
 * Mentions in prose. A name of several words is always the tool; a single word may be an English word, so that only
 * `{{tool name}}` counts.
 */
function mentionsIn(search: Search, span: Span): void {
  const { old, called } = search;
  if (!isSeveralWords(old)) bracesIn(search, span);
  // The longer one first: one may begin with the other.
  const names = [...new Set([old, called])].filter(isSeveralWords).sort((a, b) => b.length - a.length);
  if (names.length === 0) return;
  // Of the signs that a name may have, only the dot means something else in a pattern.
  const either = names.join("|").replaceAll(".", "\\.");
  replaceIn(search, span, new RegExp(`(?<![A-Za-z0-9_])(?:${either})(?![A-Za-z0-9_])`, "g"));
}

/** `note_list`, `noteList`; words with a dash between them may be English. */
function isSeveralWords(name: string): boolean {
  return /_|[a-z0-9][A-Z]/.test(name);
}

function bracesIn(search: Search, span: Span): void {
  replaceIn(search, span, new RegExp(`(?<=\\{\\{\\s*tool\\s+)${search.old}(?=\\s*\\}\\})`, "g"));
}

function replaceIn({ current, edits }: Search, { file, start, end }: Span, pattern: RegExp): void {
  for (const match of file.text.slice(start, end).matchAll(pattern)) {
    const from = start + match.index;
    edits.push({ span: { file, start: from, end: from + match[0].length }, text: current });
  }
}
