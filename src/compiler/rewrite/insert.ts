import { isJsonObject, type Json } from "../../contract/json.ts";
import { editText } from "../../diagnostics/apply-fixes.ts";
// Insertions into a YAML text that a person wrote: comments, order and layout of everything else stay.
import type { TextEdit } from "../../diagnostics/diagnostic.ts";
import type { SourceFile, Span } from "../../diagnostics/source-file.ts";
import type { SpecNode } from "../syntax/spec-node.ts";

/** The line break of a text: what its first line ends with. */
export function lineBreak(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}

/** Is it written in brackets or braces? */
export function isFlow(node: SpecNode): boolean {
  const first = node.span.file.text[node.span.start];
  return first === "{" || first === "[";
}

/** Spaces before the first character of a node on its line; a dash counts as one. */
export function columnOf({ file, start }: Span): number {
  return start - (file.text.lastIndexOf("\n", start - 1) + 1);
}

/** Inserts lines below the content of a node, after a comment on its last line. */
export function linesBelow(node: Pick<SpecNode, "span">, lines: readonly string[]): TextEdit {
  const { file, start, end } = node.span;
  const content = start + file.text.slice(start, end).trimEnd().length;
  const atEnd = file.text.indexOf("\n", content);
  const place = atEnd === -1 ? file.text.length : file.text[atEnd - 1] === "\r" ? atEnd - 1 : atEnd;
  const eol = lineBreak(file.text);
  return { span: emptySpan(file, place), text: lines.map((line) => `${eol}${line}`).join("") };
}

/** Inserts one more item or entry at the end of a list in brackets or a map in braces. */
export function entryInside(node: SpecNode, text: string): TextEdit {
  const { file, start, end } = node.span;
  const last = lastContent(node);
  if (last === undefined) {
    // Empty brackets contain only white space and comments; directly after the bracket is before both.
    return { span: emptySpan(file, start + 1), text };
  }
  return { span: emptySpan(file, Math.min(last, end - 1)), text: `, ${text}` };
}

function lastContent(node: SpecNode): number | undefined {
  const values = node.kind === "list" ? node.items : node.kind === "map" ? [...node.entries.values()] : [];
  const ends = values.map((value) => ("key" in value ? Math.max(value.key.end, value.value.span.end) : value.span.end));
  return ends.length === 0 ? undefined : Math.max(...ends);
}

function emptySpan(file: SourceFile, start: number): Span {
  return { file, start, end: start };
}

/** A text as a YAML scalar that means the same in a block and in braces: plain where that is safe, else in double quotes. */
export function yamlText(text: string): string {
  const isPlain = /^[A-Za-z][A-Za-z0-9 _.;-]*$/.test(text) && !text.endsWith(" ");
  return isPlain && !/^(true|false|null)$/i.test(text) ? text : JSON.stringify(text);
}

/** A value as YAML on one line. */
export function flowText(value: Json): string {
  if (typeof value === "string") return yamlText(value);
  if (Array.isArray(value)) return `[${value.map(flowText).join(", ")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, child]) => `${yamlText(key)}: ${flowText(child)}`)
    .join(", ")}}`;
}

/**
 * The text of one file after all edits. Equal edits count once: a node that YAML repeats by an alias is visited at each
 * place.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const distinct = new Map(edits.map((edit) => [`${edit.span.start} ${edit.span.end} ${edit.text}`, edit]));
  return editText(text, [...distinct.values()]);
}
