import type { SourceFile, Span } from "../../diagnostics/source-file.ts";
import type { SpecEntry, SpecMap, SpecNode, SpecScalar } from "./spec-node.ts";

// Reads plain YAML in one pass: block maps and lists, scalars of one line, block texts, flow collections, comments. No anchors,
// tags, documents, tabs, empty values, keys twice or anything else that needs thought: such a text, and every mistake, is left to
// the library. Where this answers, the library gives the same tree with the same places; a property test holds the two together.

/** Deeper nesting is left to the library, which is held to a limit. */
const maxPlainDepth = 50;

export interface PlainYaml {
  readonly root: SpecMap;
  /** In order, without the spaces behind them. */
  readonly comments: readonly Span[];
}

/** @returns undefined where the text is not that plain, whatever the reason */
export function readPlainYaml(source: SourceFile): PlainYaml | undefined {
  const { text } = source;
  if (unusual.test(text)) return undefined;
  const reader: Reader = { source, text, pos: 0, indent: -1, end: 0, commentIndent: -1, comments: [] };
  goToContent(reader, 0);
  const root = reader.indent === 0 ? readMap(reader, 0, 0) : undefined;
  return reader.indent < 0 && root !== undefined ? { root, comments: reader.comments } : undefined;
}

const unusual = /[\0\t\r\uFEFF\uFFFD]|^(?:---|\.\.\.|%)/m;

interface Reader {
  readonly source: SourceFile;
  readonly text: string;
  pos: number;
  /** Of the line whose first character `pos` is at, after a value was read; -1 at the end of the text. */
  indent: number;
  /** Where the last value ends for the library, with the comments and the line break behind it. */
  end: number;
  /** The deepest indent of the comments between the last value and `pos` that the library counts as part of neither; or -1. */
  commentIndent: number;
  readonly comments: Span[];
}

function readMap(reader: Reader, indent: number, depth: number): SpecMap | undefined {
  if (depth > maxPlainDepth) return undefined;
  const start = reader.pos;
  const entries = new Map<string, SpecEntry>();
  do {
    const key = readScalar(reader, isBlockEnd);
    if (typeof key?.value !== "string" || entries.has(key.value) || !skipColon(reader)) return undefined;
    const value = readValue(reader, indent, depth);
    if (value === undefined) return undefined;
    entries.set(key.value, { key: key.span, value });
  } while (reader.indent === indent);
  return isClosed(reader, indent) ? { kind: "map", span: spanOf(reader, start, reader.end), entries } : undefined;
}

function readList(reader: Reader, indent: number, depth: number): SpecNode | undefined {
  if (depth > maxPlainDepth) return undefined;
  const start = reader.pos;
  const items: SpecNode[] = [];
  do {
    const item = readItem(reader, indent, depth);
    if (item === undefined) return undefined;
    items.push(item);
  } while (reader.indent === indent && isItem(reader));
  return isClosed(reader, indent) ? { kind: "list", span: spanOf(reader, start, reader.end), items } : undefined;
}

/** Comments that are indented like the collection before them belong to it, which moves its end: that is left to the library. */
function isClosed(reader: Reader, indent: number): boolean {
  return reader.indent <= indent && (indent === 0 || reader.commentIndent < indent);
}

function readItem(reader: Reader, indent: number, depth: number): SpecNode | undefined {
  const dash = reader.pos;
  skipSpaces(reader, dash + 1);
  const start = reader.pos;
  const node = readFlowNode(reader, indent, depth + 1, isBlockEnd);
  if (node?.kind === "scalar" && reader.text.charCodeAt(reader.pos) === colon) {
    // A map that begins behind the dash.
    reader.pos = start;
    return readMap(reader, indent + (start - dash), depth + 1);
  }
  return node !== undefined && endLine(reader, indent) ? node : undefined;
}

/** The value of a key in a map of this indent; `pos` is behind the colon. */
function readValue(reader: Reader, indent: number, depth: number): SpecNode | undefined {
  const { text } = reader;
  const code = text.charCodeAt(reader.pos);
  if (code === pipe || code === greater) return readBlockText(reader, indent);
  if (code !== newline && code !== hash) {
    const node = readFlowNode(reader, indent, depth + 1, isBlockEnd);
    return node !== undefined && endLine(reader, indent) ? node : undefined;
  }
  goToContent(reader, (code === hash ? readComment(reader, reader.pos) : reader.pos) + 1);
  if (reader.indent >= indent && isItem(reader)) return readList(reader, reader.indent, depth + 1);
  if (reader.indent <= indent) return undefined;
  const first = text.charCodeAt(reader.pos);
  if (first !== openBrace && first !== openBracket) return readMap(reader, reader.indent, depth + 1);
  const node = readFlowNode(reader, indent, depth + 1, isBlockEnd);
  return node !== undefined && endLine(reader, indent) ? node : undefined;
}

/** Is there a dash with something behind it? */
function isItem({ text, pos }: Reader): boolean {
  return text.charCodeAt(pos) === dash && text.charCodeAt(pos + 1) === space;
}

/** A value that ends on a line of its own accord. @param indent of the collection that it stands in */
function readFlowNode(reader: Reader, indent: number, depth: number, isEnd: IsEnd): SpecNode | undefined {
  if (depth > maxPlainDepth) return undefined;
  const code = reader.text.charCodeAt(reader.pos);
  if (code === openBrace) return readFlowMap(reader, indent, depth);
  if (code === openBracket) return readFlowList(reader, indent, depth);
  return readScalar(reader, isEnd);
}

function readFlowMap(reader: Reader, indent: number, depth: number): SpecNode | undefined {
  const start = reader.pos++;
  const entries = new Map<string, SpecEntry>();
  for (;;) {
    if (!skipFlowSpace(reader, indent)) return undefined;
    if (reader.text.charCodeAt(reader.pos) === closeBrace) break;
    const key = readScalar(reader, isFlowEnd);
    if (typeof key?.value !== "string" || entries.has(key.value) || !skipColon(reader)) return undefined;
    if (!skipFlowSpace(reader, indent)) return undefined;
    const value = readFlowNode(reader, indent, depth + 1, isFlowEnd);
    if (value === undefined || !skipComma(reader, indent, closeBrace)) return undefined;
    entries.set(key.value, { key: key.span, value });
  }
  reader.pos++;
  return { kind: "map", span: spanOf(reader, start, reader.pos), entries };
}

function readFlowList(reader: Reader, indent: number, depth: number): SpecNode | undefined {
  const start = reader.pos++;
  const items: SpecNode[] = [];
  for (;;) {
    if (!skipFlowSpace(reader, indent)) return undefined;
    if (reader.text.charCodeAt(reader.pos) === closeBracket) break;
    const item = readFlowNode(reader, indent, depth + 1, isFlowEnd);
    if (item === undefined || !skipComma(reader, indent, closeBracket)) return undefined;
    items.push(item);
  }
  reader.pos++;
  return { kind: "list", span: spanOf(reader, start, reader.pos), items };
}

/** To the next comma, and over it, or to the end of the collection. */
function skipComma(reader: Reader, indent: number, close: number): boolean {
  if (!skipFlowSpace(reader, indent)) return false;
  const code = reader.text.charCodeAt(reader.pos);
  if (code === comma) reader.pos++;
  return code === comma || code === close;
}

/** @returns false at the end of the text, and where a line is not indented enough */
function skipFlowSpace(reader: Reader, indent: number): boolean {
  const { text } = reader;
  for (;;) {
    skipSpaces(reader, reader.pos);
    const code = text.charCodeAt(reader.pos);
    if (code === hash) {
      const before = text.charCodeAt(reader.pos - 1);
      // The library does not take a comment that is not indented enough.
      if ((before !== space && before !== newline) || !isIndented(reader, indent)) return false;
      reader.pos = readComment(reader, reader.pos);
    } else if (code !== newline) return !Number.isNaN(code) && isIndented(reader, indent);
    if (reader.pos >= text.length) return false;
    reader.pos++;
  }
}

/** Where only spaces are before `pos` on its line, are there enough? */
function isIndented({ text, pos }: Reader, indent: number): boolean {
  let start = pos;
  while (text.charCodeAt(start - 1) === space) start--;
  return text.charCodeAt(start - 1) !== newline || pos - start > indent;
}

/** Over the colon behind a key, and the spaces behind it. @returns false where something else comes */
function skipColon(reader: Reader): boolean {
  const { text } = reader;
  skipSpaces(reader, reader.pos);
  if (text.charCodeAt(reader.pos) !== colon) return false;
  const next = text.charCodeAt(reader.pos + 1);
  if (next !== space && next !== newline) return false;
  skipSpaces(reader, reader.pos + 1);
  return true;
}

function readScalar(reader: Reader, isEnd: IsEnd): SpecScalar | undefined {
  const code = reader.text.charCodeAt(reader.pos);
  if (code === singleQuote) return readSingleQuoted(reader);
  if (code === doubleQuote) return readDoubleQuoted(reader);
  return readPlainScalar(reader, isEnd);
}

/** Does a scalar that is not quoted end before this character, given the next one? */
type IsEnd = (code: number, next: number) => boolean;

const isBlockEnd: IsEnd = (code, next) => code === colon && (next === space || next === newline || Number.isNaN(next));

const isFlowEnd: IsEnd = (code, next) =>
  isFlowSign(code) || (code === colon && (isFlowSign(next) || isBlockEnd(code, next)));

function readPlainScalar(reader: Reader, isEnd: IsEnd): SpecScalar | undefined {
  const { text, pos: start } = reader;
  if (!/[\w./$()^+<=\\;\u00A0-\uFFFC-]/.test(text.charAt(start))) return undefined;
  if (text.charCodeAt(start) === dash && !/[\w.]/.test(text.charAt(start + 1))) return undefined;
  let end = start;
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === newline) break;
    const next = text.charCodeAt(at + 1);
    if (code === space) {
      if (next === hash) break;
    } else if (isEnd(code, next)) break;
    else end = at + 1;
  }
  reader.pos = at;
  const value = plainValue(text.slice(start, end));
  return value === undefined ? undefined : { kind: "scalar", span: spanOf(reader, start, end), value };
}

/** By the core schema. @returns undefined for numbers of a rare form, or too large */
function plainValue(text: string): SpecScalar["value"] | undefined {
  if (/^[a-zA-Z_$/][a-zA-Z_]{5}/.test(text)) return text;
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  if (/^(?:null|Null|NULL)$/.test(text)) return null;
  if (!/^[-+.\d]/.test(text)) return text;
  if (/^[-+]?\d+$/.test(text)) {
    const number = Number.parseInt(text, 10);
    return Number.isSafeInteger(number) ? number : undefined;
  }
  if (/^[-+]?(?:\.\d+|\d+\.\d*)$/.test(text)) {
    const number = Number.parseFloat(text);
    return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number)) ? number : undefined;
  }
  return /^(?:0[ox]|[-+]?\.(?:inf|nan)|[-+.\d]+e)/i.test(text) ? undefined : text;
}

function readSingleQuoted(reader: Reader): SpecScalar | undefined {
  const { text, pos: start } = reader;
  let end = text.indexOf("'", start + 1);
  while (end !== -1 && text.charCodeAt(end + 1) === singleQuote) end = text.indexOf("'", end + 2);
  const inside = end === -1 ? "\n" : text.slice(start + 1, end);
  if (inside.includes("\n")) return undefined;
  reader.pos = end + 1;
  return { kind: "scalar", span: spanOf(reader, start, reader.pos), value: inside.replaceAll("''", "'") };
}

function readDoubleQuoted(reader: Reader): SpecScalar | undefined {
  const { text, pos: start } = reader;
  let value = "";
  let from = start + 1;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === newline) return undefined;
    if (code === doubleQuote) {
      reader.pos = at + 1;
      return { kind: "scalar", span: spanOf(reader, start, reader.pos), value: value + text.slice(from, at) };
    }
    if (code !== backslash) continue;
    const escaped = escapes[text.charAt(at + 1)];
    if (escaped === undefined) return undefined;
    value += text.slice(from, at) + escaped;
    at++;
    from = at + 1;
  }
  return undefined;
}

/** The common ones. */
const escapes: Readonly<Record<string, string | undefined>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  '"': '"',
  "\\": "\\",
  "/": "/",
};

/** A text of many lines, `|` or `>`, with or without its last line break. */
function readBlockText(reader: Reader, indent: number): SpecScalar | undefined {
  const { text, pos: start } = reader;
  const header = /[|>]-?\n/y;
  header.lastIndex = start;
  const [mark] = header.exec(text) ?? [];
  if (mark === undefined) return undefined;
  const lines: string[] = [];
  let margin = -1;
  let end = start + mark.length;
  for (let at = end; at < text.length; ) {
    const stop = text.indexOf("\n", at);
    if (stop === -1) return undefined;
    let content = at;
    while (text.charCodeAt(content) === space) content++;
    if (content === stop) {
      // Spaces in an empty line may belong to the text.
      if (content !== at || margin === -1) return undefined;
      lines.push("");
    } else {
      if (margin === -1) margin = content - at;
      if (margin <= indent) return undefined;
      if (content - at < margin) break;
      if (mark[0] === ">" && content - at > margin) return undefined;
      lines.push(text.slice(at + margin, stop));
      end = stop + 1;
    }
    at = stop + 1;
  }
  if (margin === -1) return undefined;
  while (lines.at(-1) === "") lines.pop();
  const joined = mark[0] === "|" ? lines.join("\n") : folded(lines);
  reader.end = end;
  goToContent(reader, end);
  return { kind: "scalar", span: spanOf(reader, start, end), value: mark.length === 2 ? `${joined}\n` : joined };
}

/** Lines are joined by spaces, empty ones are line breaks. */
function folded(lines: readonly string[]): string {
  return lines.reduce((joined, line, index) => {
    if (index === 0 || line === "") return `${joined}${line === "" ? "\n" : line}`;
    return `${joined}${lines[index - 1] === "" ? "" : " "}${line}`;
  }, "");
}

/**
 * To the next line with content, after a value that may have a comment behind it. The library counts comments below the value
 * that are indented deeper than its collection as part of the value.
 * @returns false where something else is on the line
 */
function endLine(reader: Reader, indent: number): boolean {
  const { text } = reader;
  const behind = reader.pos;
  skipSpaces(reader, behind);
  const code = text.charCodeAt(reader.pos);
  if (code === hash ? reader.pos === behind : code !== newline && reader.pos < text.length) return false;
  const end = code === hash ? readComment(reader, reader.pos) : reader.pos;
  reader.end = Math.min(end + 1, text.length);
  goToContent(reader, reader.end, indent);
  return true;
}

/** To the first character of the next line, from the start of a line on, that is neither empty nor a comment. */
function goToContent(reader: Reader, from: number, ownIndent = Number.POSITIVE_INFINITY): void {
  const { text } = reader;
  reader.commentIndent = -1;
  let at = from;
  while (at < text.length) {
    const start = at;
    while (text.charCodeAt(at) === space) at++;
    const code = text.charCodeAt(at);
    if (code === hash) {
      const next = Math.min(readComment(reader, at) + 1, text.length);
      if (reader.commentIndent === -1 && at - start > ownIndent) reader.end = next;
      else reader.commentIndent = Math.max(reader.commentIndent, at - start);
      at = next;
    } else if (code === newline) at++;
    else if (at < text.length) {
      reader.pos = at;
      reader.indent = at - start;
      return;
    }
  }
  reader.pos = text.length;
  reader.indent = -1;
}

function skipSpaces(reader: Reader, from: number): void {
  let at = from;
  while (reader.text.charCodeAt(at) === space) at++;
  reader.pos = at;
}

/** @returns where the line of the comment ends */
function readComment(reader: Reader, start: number): number {
  const end = lineBreakAt(reader.text, start);
  reader.comments.push(spanOf(reader, start, start + reader.text.slice(start, end).trimEnd().length));
  return end;
}

/** Where the line ends, before its line break; the end of the text for the last one. */
function lineBreakAt(text: string, from: number): number {
  const at = text.indexOf("\n", from);
  return at === -1 ? text.length : at;
}

function spanOf({ source }: Reader, start: number, end: number) {
  return { file: source, start, end };
}

function isFlowSign(code: number): boolean {
  return code === comma || code === openBrace || code === closeBrace || code === openBracket || code === closeBracket;
}

const [space, newline, hash, colon, comma, dash] = [0x20, 0x0a, 0x23, 0x3a, 0x2c, 0x2d];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
const [singleQuote, doubleQuote, backslash, pipe, greater] = [0x27, 0x22, 0x5c, 0x7c, 0x3e];
