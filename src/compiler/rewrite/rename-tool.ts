// A tool's new name in schema/: its file moves, all references change, and the old name stays as an alias.
import type { TextEdit } from "../../diagnostics/diagnostic.ts";
import type { SourceFile, Span } from "../../diagnostics/source-file.ts";
import { removalOf } from "../edits/remove-part.ts";
import { parseSpec } from "../syntax/parse.ts";
import type { SpecDocument, SpecFile } from "../syntax/spec-file.ts";
import { at, type SpecNode } from "../syntax/spec-node.ts";
import { applyEdits } from "./insert.ts";
import { type LeftAlias, leaveAlias } from "./leave-alias.ts";
import { renamed, toolReferences } from "./tool-references.ts";

export interface ToolRename {
  /** The tool's own name until now: that of its file. */
  readonly old: string;
  readonly current: string;
  /** New folder of the tool's file. */
  readonly family: string;
  /** The alias with the name by which callers know it. */
  readonly alias: LeftAlias;
}

/** A text with another path, another content, or both. */
export interface RewrittenFile {
  readonly from: SourceFile;
  readonly path: string;
  readonly text: string;
}

/**
 * @param sources every text of schema/, without errors
 * @returns only the files that change, in the order of `sources`
 */
export function renameTool(sources: readonly SourceFile[], rename: ToolRename): readonly RewrittenFile[] {
  return parseSpec(sources).value.flatMap((file) => {
    const isOwn = file.kind === "tool" && file.name === rename.old;
    const own = isOwn ? ownEdits(file, rename) : [];
    const references = toolReferences(file, { old: rename.old, called: rename.alias.name, current: rename.current });
    // A text that is replaced completely needs no edits inside.
    const outside = references.filter(({ span }) => !own.some((edit) => covers(edit.span, span)));
    const text = applyEdits(file.source.text, [...outside, ...own]);
    const path = isOwn ? newPath(file, rename) : file.source.path;
    return path === file.source.path && text === file.source.text ? [] : [{ from: file.source, path, text }];
  });
}

function covers(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function newPath(file: SpecDocument, { current, family }: ToolRename): string {
  const version = file.olderVersion === undefined ? "" : `.v${file.olderVersion}`;
  return `schema/tools/${family}/${current}${version}.yaml`;
}

function ownEdits(file: SpecDocument, rename: ToolRename): readonly TextEdit[] {
  const name = at(file.root, "name");
  const alias = file.olderVersion === undefined ? leaveAlias(file, rename.alias, rename.current) : [];
  return [
    ...(name === undefined ? [] : [renamed(rename, name.span)]),
    ...alias,
    ...withoutWire(file, rename.current, alias),
    ...(file.family === rename.family ? [] : textPaths(file, file.root)),
  ];
}

/** From now on callers spell it as the file does. Where the line can't go without touching another, it says so. */
function withoutWire({ root }: SpecDocument, current: string, others: readonly TextEdit[]): readonly TextEdit[] {
  const wire = root?.entries.get("wire");
  if (root === undefined || wire === undefined) return [];
  const { span } = wire.value;
  const cut = removalOf(root.span, { ...wire.key, end: span.end });
  if (cut === undefined || others.some((edit) => covers(cut, edit.span))) return [{ span, text: current }];
  return [{ span: cut, text: "" }];
}

/** `{file: notes.md}` is relative to its own file: from another folder the path differs. */
function textPaths(file: SpecFile & SpecDocument, node: SpecNode | undefined): readonly TextEdit[] {
  if (node?.kind === "list") return node.items.flatMap((item) => textPaths(file, item));
  if (node?.kind !== "map") return [];
  const path = at(node, "file");
  if (node.entries.size === 1 && path?.kind === "scalar" && typeof path.value === "string") {
    const isBeside = !path.value.startsWith("../") && path.value.endsWith(".md");
    return isBeside ? [{ span: path.span, text: JSON.stringify(`../${file.family}/${path.value}`) }] : [];
  }
  return [...node.entries].flatMap(([key, { value }]) =>
    // Examples contain data of calls.
    key === "examples" ? [] : textPaths(file, value),
  );
}
