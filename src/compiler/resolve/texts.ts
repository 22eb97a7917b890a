import { soleNearMiss } from "../../contract/near-miss.ts";
import { diagnostic, type Fix } from "../../diagnostics/diagnostic.ts";
import { respell, suggest } from "../../diagnostics/mistyped.ts";
import type { SourceFile, Span } from "../../diagnostics/source-file.ts";
import { fileOf, pointer } from "../catalog/origins.ts";
import { textPath } from "../syntax/spec-file.ts";
import { at, itemsAt, type SpecNode, stringAt } from "../syntax/spec-node.ts";
import { type Context, offeredFor, toolHelp, wireName } from "./context.ts";

/**
 * The text under a key: written there or in the file that it names, without trailing white space, with every
 * `{{tool name}}` replaced by the name that clients see.
 * @param place its pointer in the catalog, when findings may point into it
 */
export function textAt(context: Context, node: SpecNode | undefined, key: string, place?: string): string | undefined {
  const value = at(node, key);
  return value === undefined ? undefined : textOf(context, value, place);
}

/** The arguments that a text may name between double braces. */
export interface Arguments {
  readonly prompt: string;
  readonly names: readonly string[];
  /** Those that were named so far. */
  readonly used: Set<string>;
}

/** The same, where `{{name}}` may also be an argument: it stays, and is recorded as used. */
export function templateAt(
  context: Context,
  node: SpecNode | undefined,
  key: string,
  place: string,
  args: Arguments,
): string | undefined {
  const value = at(node, key);
  return value === undefined ? undefined : textOf(context, value, place, args);
}

/** The same for a text of one line, also where it is in its own file. */
export function lineAt(context: Context, node: SpecNode | undefined, key: string, place?: string): string | undefined {
  const text = textAt(context, node, key, place);
  const file = at(at(node, key), "file");
  if (text === undefined || file === undefined || !/[\r\n]/.test(text)) return text;
  const [first = ""] = text.split(/[\r\n]/);
  const expected = "one line of text";
  context.diagnostics.push(diagnostic("wrong-form", { found: `${first} …`, expected }, file.span));
  return undefined;
}

/** @param place of the list */
export function textsAt(context: Context, node: SpecNode | undefined, key: string, place: string): readonly string[] {
  const texts: string[] = [];
  for (const item of itemsAt(node, key)) {
    const text = textOf(context, item, pointer(place, texts.length));
    if (text !== undefined) texts.push(text);
  }
  return texts;
}

function textOf(context: Context, node: SpecNode, place: string | undefined, args?: Arguments): string | undefined {
  if (place !== undefined) context.origins.set(place, node.span);
  if (node.kind === "scalar" && typeof node.value === "string") {
    const text = keepsItsEnd(node.span) ? node.value : node.value.trimEnd();
    return filled(context, text, node.span, args);
  }
  const path = stringAt(node, "file");
  const span = at(node, "file")?.span;
  if (path === undefined || span === undefined) return undefined;
  const file = namedFile(context, path, span);
  if (file === undefined) return undefined;
  const whole = { file, start: 0, end: file.text.length };
  if (place !== undefined) context.origins.set(fileOf(place), whole);
  return filled(context, file.text.trimEnd(), whole, args);
}

/** Is the end of the text meant: in double quotes, or in a block with `+`? Other blocks end in a line break that does not belong to the text. */
function keepsItsEnd({ file, start }: Span): boolean {
  return /^(?:"|[|>]\d?\+)/.test(file.text.slice(start, start + 3));
}

/** The file that a `{file: …}` names; what is wrong with that is reported. */
export function namedFile(context: Context, path: string, span: Span): SourceFile | undefined {
  const full = textPath(span.file.path, path);
  if (full === undefined) {
    context.diagnostics.push(diagnostic("text-file-outside", { path }, span));
    return undefined;
  }
  const file = context.texts.get(full);
  context.namedTexts.add(full);
  if (file === undefined) {
    const help = suggest(full, context.texts.keys());
    const meant = soleNearMiss(full, context.texts.keys());
    const folder = full.slice(0, full.lastIndexOf("/") + 1);
    // The relative path to another folder would be a guess.
    const base = meant?.startsWith(folder) === true ? meant.slice(folder.length) : undefined;
    const fix = base === undefined ? undefined : respell(span, `${path.slice(0, path.lastIndexOf("/") + 1)}${base}`);
    context.diagnostics.push(diagnostic("text-file-missing", { path: full }, span, { help, fix }));
  }
  return file;
}

/** Reports the text files that are not used. `README.md` is for readers of the folder. */
export function reportUnusedTexts(context: Context): void {
  for (const [path, file] of context.texts) {
    if (context.namedTexts.has(path) || /(^|\/)README\.md$/i.test(path)) continue;
    const help = "name it with {file: …}, or remove it";
    context.diagnostics.push(diagnostic("text-unused", { path }, { file, start: 0, end: 0 }, { help }));
  }
}

/** Text between double braces, and `{{tool name` or `{tool name}` with a missing brace. */
const referenceLike = /\{\{([^{}]*)\}\}|\{\{\s*tool\s+([^\s{}]+)(?:\s*\})?|\{tool\s+([^\s{}]+)\s*\}+/g;

function filled(context: Context, text: string, span: Span, args?: Arguments): string | undefined {
  const read = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  if (read.trim() === "") {
    context.diagnostics.push(diagnostic("empty-text", {}, span));
    return undefined;
  }
  let searchFrom = span.start;
  return read.replaceAll(referenceLike, (found, inside?: string, open?: string, single?: string) => {
    // Single braces may be another notation, unless they contain a tool.
    if (single !== undefined && !isTool(context, single)) return found;
    // The source has the same braces; only folded or escaped texts can't be found again.
    const start = span.file.text.indexOf(found, searchFrom);
    const place = start === -1 || start >= span.end ? span : { file: span.file, start, end: start + found.length };
    if (place !== span) searchFrom = place.end;
    const meant = inside?.trim() ?? "";
    if (args !== undefined && argumentName.test(meant)) return argument(context, found, meant, { span: place, args });
    return reference(context, found, inside ?? open ?? single ?? "", place);
  });
}

const argumentName = /^[A-Za-z_][\w-]*$/;

/** An argument between double braces; without the white space around it. */
function argument(
  context: Context,
  found: string,
  name: string,
  { span, args }: { readonly span: Span; readonly args: Arguments },
): string {
  if (args.names.includes(name)) {
    args.used.add(name);
    return `{{${name}}}`;
  }
  const meant = soleNearMiss(name, args.names);
  const help = suggest(name, args.names) ?? `declare it: arguments: {${name}: {description: …}}`;
  const fix = meant === undefined ? undefined : rewrite(span, found, `{{${meant}}}`);
  // The argument that is meant is not reported as unused as well.
  if (meant !== undefined) args.used.add(meant);
  context.diagnostics.push(diagnostic("unknown-prompt-argument", { name, prompt: args.prompt }, span, { help, fix }));
  return found;
}

/** Where the reference could not be found in the source, the span covers the whole text, and there is no fix. */
function rewrite(span: Span, found: string, text: string): Fix | undefined {
  if (span.file.text.slice(span.start, span.end) !== found) return undefined;
  return { title: `write '${text}'`, edits: [{ span, text }] };
}

/** @param inside the text between the braces; where one is missing, only the name */
function reference(context: Context, found: string, inside: string, span: Span): string {
  const name = /^\s*tool\s+(\S+)\s*$/.exec(inside)?.[1];
  if (name === undefined) {
    const help = "write {{tool name}} for the name of a tool";
    const meant = inside.trim();
    const fix = isTool(context, meant) ? rewrite(span, found, `{{tool ${meant}}}`) : undefined;
    context.diagnostics.push(diagnostic("unknown-template", { found }, span, { help, fix }));
    return found;
  }
  if (isTool(context, name)) return wireName(context, name);
  const { tools, aliases, builtinAliases } = context.names;
  const target = aliases.get(name) ?? builtinAliases.get(name);
  const known = offeredFor(context, name, tools.keys());
  const meant = target ?? soleNearMiss(name, known);
  const corrected = found.replace(name, () => meant ?? name);
  const fix = meant === undefined ? undefined : rewrite(span, found, corrected);
  const help = target === undefined ? toolHelp(name, known) : `it is an alias of '${target}'; write that name`;
  context.diagnostics.push(diagnostic("unknown-tool", { name }, span, { help, fix }));
  // Left unchanged, so that the name is not reported a second time.
  return found;
}

/** A tool of the catalog or a built-in tool. */
function isTool({ names }: Context, name: string): boolean {
  return names.tools.has(name) || names.builtins.has(name);
}

// `{name}` in a message is replaced by a value; two braces are a reference, which is checked where texts are read.

/** Names of the placeholders of a text, each once, in the order of the text. */
export function placeholdersOf(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/(?<!\{)\{([a-z][a-z0-9_]*)\}(?!\})/g)].map((match) => match[1] ?? ""))];
}

/** The span of a placeholder in the source of its text; the whole text where it is folded or in its own file. */
export function placeholderSpan(text: Span, name: string): Span {
  const written = text.file.text.slice(text.start, text.end);
  const found = new RegExp(`(?<!\\{)\\{${name}\\}(?!\\})`).exec(written);
  if (found === null) return text;
  const start = text.start + found.index;
  return { file: text.file, start, end: start + found[0].length };
}
