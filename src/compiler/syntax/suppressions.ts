import { nearMiss } from "../../contract/near-miss.ts";
import { lineText, positionAt, type SourceFile, type Span } from "../../diagnostics/source-file.ts";
import type { Suppression } from "../../diagnostics/suppression.ts";
import { commentsOf } from "./comments.ts";
import { textPath } from "./spec-file.ts";
import type { SpecNode } from "./spec-node.ts";

const word = "pegboard-allow";
/** Words for the same thing in other tools. */
const otherWords = ["pegboard-ignore", "pegboard-disable", "pegboard-suppress", "pegboard-silence"];

/** A suppression as one file says it: it covers parts of this file, and the texts that are named there. */
export interface OwnSuppression extends Suppression {
  /** Paths of text files, below `schema/`. */
  readonly texts: readonly string[];
}

/**
 * The suppressions of one file: `# pegboard-allow <rule>: <reason>` on lines above a node. Several may be stacked; they
 * all apply to the node below the last.
 * @param root the file as it was read, before anything was dropped
 * @param known its comments, where they are known
 */
export function suppressionsOf(
  source: SourceFile,
  root: SpecNode,
  known: readonly Span[] | undefined,
): readonly OwnSuppression[] {
  // Most files have none; then nothing is split into tokens.
  if (!/#+\s*pegboard-/.test(source.text)) return [];
  const comments = (known ?? commentsOf(source)).filter((comment) => isMeant(textOf(comment)));
  if (comments.length === 0) return [];
  const nodes = nodesByLine(source, root);
  return comments.map((comment) => ({ ...readComment(comment), ...covered(source, nodes, comment) }));
}

/** @param files path → text file, for nodes that name one */
export function coveringTexts(suppression: OwnSuppression, files: ReadonlyMap<string, SourceFile>): Suppression {
  const { texts, covers } = suppression;
  if (texts.length === 0) return suppression;
  const named = texts.flatMap((path) => files.get(path) ?? []);
  return { ...suppression, covers: [...covers, ...named.map((file) => ({ file, start: 0, end: file.text.length }))] };
}

function isMeant(comment: string): boolean {
  const first = firstWord(comment);
  return first === word || (first.startsWith("pegboard-") && isMisspelled(first));
}

function isMisspelled(first: string): boolean {
  return otherWords.includes(first) || nearMiss(first, [word]) !== undefined;
}

function firstWord(comment: string): string {
  return /^#+\s*([^\s:]*)/.exec(comment)?.[1] ?? "";
}

function readComment(comment: Span): Omit<Suppression, "covers"> {
  const text = textOf(comment);
  const match = /^(#+\s*)([^\s:]*)(\s*)([^\s:,]*)(?:\s*:\s*(.*))?/.exec(text);
  const [, mark = "", first = "", gap = "", id = "", reason = ""] = match ?? [];
  const at = (offset: number, length: number): Span => ({
    file: comment.file,
    start: comment.start + offset,
    end: comment.start + offset + length,
  });
  if (first !== word) return { comment, misspelled: at(mark.length, first.length) };
  if (id === "") return { comment };
  const rule = { id, span: at(mark.length + first.length + gap.length, id.length) };
  return reason.trim() === "" ? { comment, rule } : { comment, rule, reason: reason.trim() };
}

interface PlacedNode {
  readonly start: number;
  readonly end: number;
  /** Paths of text files named in it, as written. */
  readonly files: readonly string[];
}

/** 1-based line → the outermost entries and items that begin on it. */
function nodesByLine(source: SourceFile, root: SpecNode): ReadonlyMap<number, readonly PlacedNode[]> {
  const nodes = new Map<number, PlacedNode[]>();
  const visit = (node: SpecNode, inLine: number): void => {
    if (node.kind === "map") {
      for (const { key, value } of node.entries.values()) place(key.start, value, inLine);
    } else if (node.kind === "list") {
      for (const item of node.items) place(item.span.start, item, inLine);
    }
  };
  const place = (start: number, value: SpecNode, inLine: number): void => {
    const { line } = positionAt(source, start);
    // A node that begins on the line of its parent belongs to the parent.
    if (line !== inLine) {
      const end = Math.max(value.span.end, start + 1);
      nodes.set(line, [...(nodes.get(line) ?? []), { start, end, files: filesIn(value) }]);
    }
    // A repeated value has the position of its anchor.
    if (value.span.start >= start) visit(value, line);
  };
  visit(root, 0);
  return nodes;
}

function filesIn(node: SpecNode): readonly string[] {
  if (node.kind === "list") return node.items.flatMap(filesIn);
  if (node.kind !== "map") return [];
  const file = node.entries.size === 1 ? node.entries.get("file")?.value : undefined;
  if (file?.kind === "scalar" && typeof file.value === "string") return [file.value];
  return [...node.entries.values()].flatMap(({ value }) => filesIn(value));
}

/** The node that a comment applies to: the node on the next line that is neither empty nor a comment. */
function covered(
  source: SourceFile,
  nodes: ReadonlyMap<number, readonly PlacedNode[]>,
  comment: Span,
): Pick<OwnSuppression, "covers" | "texts"> {
  const own = positionAt(source, comment.start).line;
  const last = positionAt(source, source.text.length).line;
  // After a value a comment is not above a node.
  if (!lineText(source, own).trimStart().startsWith("#")) return { covers: [], texts: [] };
  let line = own + 1;
  while (line <= last && /^\s*(#.*|-|---)?\s*$/.test(lineText(source, line))) line++;
  const below = nodes.get(line) ?? [];
  const [first] = below;
  if (first === undefined) return { covers: [], texts: [] };
  const covers = [
    { file: source, start: first.start, end: Math.max(...below.map((node) => node.end)) },
    // Findings about the whole file are at its beginning.
    ...(source.text.slice(0, comment.start).trim() === "" ? [{ file: source, start: 0, end: 0 }] : []),
  ];
  const texts = below.flatMap((node) => node.files).flatMap((path) => textPath(source.path, path) ?? []);
  return { covers, texts };
}

function textOf(comment: Span): string {
  return comment.file.text.slice(comment.start, comment.end);
}
