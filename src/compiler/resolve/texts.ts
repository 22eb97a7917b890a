import { diagnostic } from "../../diagnostics/diagnostic.ts";
import type { SourceFile, Span } from "../../diagnostics/source-file.ts";
import { suggest } from "../../diagnostics/suggest.ts";
import { at, itemsAt, type SpecNode, stringAt } from "../spec/spec-node.ts";
import { type Context, reportUnknown } from "./context.ts";

/**
 * The text under a key: written there or in the file it names, without white space at its end, with every
 * `{{tool name}}` replaced by the name clients see.
 */
export function textAt(context: Context, node: SpecNode | undefined, key: string): string | undefined {
  const value = at(node, key);
  return value === undefined ? undefined : textOf(context, value);
}

export function textsAt(context: Context, node: SpecNode | undefined, key: string): readonly string[] {
  return itemsAt(node, key)
    .map((item) => textOf(context, item))
    .filter((text) => text !== undefined);
}

function textOf(context: Context, node: SpecNode): string | undefined {
  if (node.kind === "scalar" && typeof node.value === "string") {
    return filled(context, node.value, node.span);
  }
  const path = stringAt(node, "file");
  const span = at(node, "file")?.span;
  if (path === undefined || span === undefined) return undefined;
  const file = textFile(context, path, span);
  if (file === undefined) return undefined;
  return filled(context, file.text, { file, start: 0, end: file.text.length });
}

function textFile(context: Context, path: string, span: Span): SourceFile | undefined {
  const full = join(span.file.path, path);
  if (full === undefined) {
    context.diagnostics.push(diagnostic("text-file-outside", { path }, span));
    return undefined;
  }
  const file = context.texts.get(full);
  if (file === undefined) {
    const help = suggest(full, context.texts.keys());
    context.diagnostics.push(diagnostic("text-file-missing", { path: full }, span, { help }));
  }
  return file;
}

/** @returns undefined when the path leads out of `schema/` */
function join(from: string, path: string): string | undefined {
  if (path.startsWith("/") || path.includes("\\") || /^[A-Za-z]:/.test(path)) return undefined;
  const parts = from.split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
    if (parts[0] !== "schema") return undefined;
  }
  return parts.join("/");
}

function filled(context: Context, text: string, span: Span): string | undefined {
  const trimmed = text.replaceAll("\r\n", "\n").trimEnd();
  if (trimmed === "") {
    context.diagnostics.push(diagnostic("empty-text", {}, span));
    return undefined;
  }
  let searchFrom = span.start;
  return trimmed.replaceAll(/\{\{([^{}]*)\}\}/g, (found, inside: string) => {
    // The same braces stand in the source; only folded or escaped texts are hard to find again.
    const start = span.file.text.indexOf(found, searchFrom);
    const place = start === -1 || start >= span.end ? span : { file: span.file, start, end: start + found.length };
    if (place !== span) searchFrom = place.end;
    return reference(context, found, inside, place);
  });
}

function reference(context: Context, found: string, inside: string, span: Span): string {
  const name = /^\s*tool\s+(\S+)\s*$/.exec(inside)?.[1];
  if (name === undefined) {
    const help = "write {{tool name}} for the name of a tool";
    context.diagnostics.push(diagnostic("unknown-template", { found }, span, { help }));
    return found;
  }
  if (!context.names.tools.has(name)) reportUnknown(context, "unknown-tool", name, span, context.names.tools.keys());
  return name;
}
