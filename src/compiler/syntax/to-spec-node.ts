import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type ParsedNode,
  type YAMLMap,
} from "yaml";
import { type Checked, type Diagnostic, diagnostic, type Fix } from "../../diagnostics/diagnostic.ts";
import type { SourceFile, Span } from "../../diagnostics/source-file.ts";
import { removalOf } from "../edits/remove-part.ts";
import type { SpecEntry, SpecNode } from "./spec-node.ts";

/** Maximum nesting of a schema file. */
export const maxDepth = 64;
/** Maximum number of values that aliases may repeat in one file. */
const maxRepeats = 10_000;

interface Reading {
  readonly source: SourceFile;
  readonly diagnostics: Diagnostic[];
  /** Anchored nodes that were read, with the number of values in them; "open" while being read. */
  readonly anchors: Map<string, { readonly node: SpecNode; readonly size: number } | "open">;
  /** Values read so far, those under aliases counted at each place. */
  size: number;
  repeats: number;
}

/** Turns the YAML library's nodes into ours; reports what YAML allows and a schema file does not. */
export function toSpecNode(source: SourceFile, document: Document.Parsed): Checked<SpecNode | undefined> {
  const reading: Reading = { source, diagnostics: [], anchors: new Map(), size: 0, repeats: 0 };
  const value = document.contents === null ? undefined : read(reading, document.contents, 0);
  return { value, diagnostics: reading.diagnostics };
}

function read(reading: Reading, node: ParsedNode, depth: number): SpecNode {
  const span = spanOf(reading.source, node);
  if (depth > maxDepth) {
    reading.diagnostics.push(diagnostic("yaml-too-deep", { limit: maxDepth }, span));
    return { kind: "broken", span };
  }
  if (isAlias(node)) return repeat(reading, node, span);
  const { anchor } = node;
  if (anchor === undefined) return readContent(reading, node, span, depth);
  const before = reading.size;
  reading.anchors.set(anchor, "open");
  const content = readContent(reading, node, span, depth);
  reading.anchors.set(anchor, { node: content, size: reading.size - before });
  return content;
}

function repeat(reading: Reading, alias: Alias, span: Span): SpecNode {
  const name = alias.source;
  const known = reading.anchors.get(name);
  if (known === undefined) {
    reading.diagnostics.push(diagnostic("yaml-unknown-anchor", { name }, span));
    return { kind: "broken", span };
  }
  if (known === "open") {
    reading.diagnostics.push(diagnostic("yaml-recursive-anchor", { name }, span));
    return { kind: "broken", span };
  }
  const wasFine = reading.repeats <= maxRepeats;
  reading.size += known.size;
  reading.repeats += known.size;
  if (reading.repeats <= maxRepeats) return known.node;
  if (wasFine) reading.diagnostics.push(diagnostic("yaml-too-many-repeats", { limit: maxRepeats }, span));
  return { kind: "broken", span };
}

function readContent(reading: Reading, node: Exclude<ParsedNode, Alias.Parsed>, span: Span, depth: number): SpecNode {
  reading.size++;
  if (node.tag !== undefined && !isCoreTag(node.tag)) {
    reading.diagnostics.push(diagnostic("yaml-tag", { tag: node.tag }, span, { help: "remove the tag" }));
    return { kind: "broken", span };
  }
  if (isMap(node)) return { kind: "map", span, entries: readEntries(reading, node, depth) };
  if (isSeq(node)) {
    const items = node.items.map((item) => {
      // The composer makes a map of one entry of a pair in a list (`[a: b]`).
      if (isPair(item)) throw new Error("invariant: a pair outside a map");
      return read(reading, item, depth + 1);
    });
    return { kind: "list", span, items };
  }
  const { value } = node;
  if (
    typeof value === "number" &&
    (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
  ) {
    const found = reading.source.text.slice(span.start, span.end);
    reading.diagnostics.push(diagnostic("yaml-number", { found }, span));
    return { kind: "broken", span };
  }
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean" || value === null) {
    return { kind: "scalar", span, value };
  }
  throw new Error(`invariant: the core schema has no scalar of type ${typeof value}`);
}

function readEntries(reading: Reading, map: YAMLMap.Parsed, depth: number): ReadonlyMap<string, SpecEntry> {
  const entries = new Map<string, SpecEntry>();
  for (const pair of map.items) {
    const key = spanOf(reading.source, pair.key);
    if (!isScalar(pair.key) || typeof pair.key.value !== "string") {
      const found = isScalar(pair.key) ? `'${String(pair.key.value)}'` : "a list, a map or an alias";
      const help = isScalar(pair.key) ? "put quotes around it" : undefined;
      reading.diagnostics.push(diagnostic("yaml-non-string-key", { found }, key, { help }));
      continue;
    }
    const name = pair.key.value;
    const earlier = entries.get(name);
    if (earlier !== undefined) {
      const related = [{ span: earlier.key, message: "first here" }];
      const fix = sameTwice(map, earlier, { ...key, end: pair.value?.range[1] ?? key.end }, reading.source);
      reading.diagnostics.push(diagnostic("yaml-duplicate-key", { key: name }, key, { related, fix }));
      continue;
    }
    const value: SpecNode =
      pair.value === null ? { kind: "scalar", span: key, value: null } : read(reading, pair.value, depth + 1);
    entries.set(name, { key, value });
  }
  return entries;
}

/** A fix only where both entries are equal; otherwise the author has to choose. */
function sameTwice(map: YAMLMap.Parsed, earlier: SpecEntry, second: Span, source: SourceFile): Fix | undefined {
  const written = ({ start, end }: Span) => source.text.slice(start, end).trimEnd();
  if (written({ ...earlier.key, end: earlier.value.span.end }) !== written(second)) return undefined;
  const cut = removalOf(spanOf(source, map), second);
  return cut === undefined ? undefined : { title: "remove the second one", edits: [{ span: cut, text: "" }] };
}

function spanOf(file: SourceFile, node: ParsedNode | YAMLMap.Parsed): Span {
  const [start, end] = node.range;
  return { file, start, end };
}

function isCoreTag(tag: string): boolean {
  return /^tag:yaml\.org,2002:(str|int|float|bool|null|map|seq)$/.test(tag);
}
