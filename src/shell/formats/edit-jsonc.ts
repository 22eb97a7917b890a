// Edits of a client's configuration: texts in, texts out. Nothing but the one entry changes, neither comments nor layout.
import type { JsonObject } from "../../contract/json.ts";
import type { JsoncNode } from "../servers/jsonc.ts";
import type { EntryPlace } from "./config-format.ts";

/**
 * The text with the entry in it, in place of another of its name.
 * @param root of the text; undefined for a file that is empty, has nothing but comments, or is not there
 */
export function putEntry(
  text: string,
  root: JsoncNode | undefined,
  { container, name }: EntryPlace,
  entry: JsonObject,
): string {
  const print = printer(text, root);
  if (root === undefined) {
    const comments = text.trim() === "" ? "" : `${text.trimEnd()}${print.eol}`;
    return `${comments}${print.value(nested([...container, name], entry), "")}${print.eol}`;
  }
  const objects = objectsOn(root, container);
  const map = objects[container.length];
  if (map === undefined) {
    const [member = name, ...below] = container.slice(objects.length - 1);
    const last = objects.at(-1) ?? root;
    return insertMember(text, last, member, nested([...below, name], entry), print);
  }
  const old = propertyOf(map, name);
  const [key, value] = old?.children ?? [];
  if (key === undefined || value === undefined) return insertMember(text, map, name, entry, print);
  return replaceNode(text, value, print.value(entry, indentAt(text, key.offset)));
}

/** The text with another value, as it once stood there, in place of the entry's. */
export function putBack(text: string, root: JsoncNode, place: EntryPlace, raw: string): string {
  const [, value] = entryProperty(root, place)?.children ?? [];
  return value === undefined ? text : replaceNode(text, value, raw);
}

/**
 * The text without the entry.
 * @param levels how many of the objects that held it go too, the innermost first, when nothing else is left in them
 */
export function removeEntry(text: string, root: JsoncNode, place: EntryPlace, levels: number): string {
  let property = entryProperty(root, place);
  if (property === undefined) return text;
  const objects = objectsOn(root, place.container);
  let at = place.container.length;
  for (let gone = 0; gone < levels && at > 0; gone++) {
    const object = objects[at];
    const holder = objects[at - 1];
    const member = place.container[at - 1];
    if (object === undefined || holder === undefined || member === undefined) break;
    if ((object.children ?? []).length !== 1 || hasComments(text, object)) break;
    property = propertyOf(holder, member) ?? property;
    at--;
  }
  const holder = objects[at];
  return holder === undefined ? text : removeMember(text, holder, property);
}

/** A member's value as it stands in the text. */
export function rawEntry(text: string, root: JsoncNode | undefined, place: EntryPlace): string | undefined {
  const [, value] = (root === undefined ? undefined : entryProperty(root, place))?.children ?? [];
  return value === undefined ? undefined : text.slice(value.offset, endOf(value));
}

/** How many objects on the way to the entries are missing. */
export function missingLevels(root: JsoncNode | undefined, { container }: EntryPlace): number {
  return root === undefined ? container.length : container.length + 1 - objectsOn(root, container).length;
}

/** The root and the objects below it, as far as they are there: the last of all is the one with the entries. */
function objectsOn(root: JsoncNode, container: readonly string[]): readonly JsoncNode[] {
  const objects = [root];
  for (const member of container) {
    const [, value] = propertyOf(objects.at(-1) ?? root, member)?.children ?? [];
    if (value === undefined) break;
    if (value.type !== "object") throw new Error("invariant: who changes an entry has seen the object for it");
    objects.push(value);
  }
  return objects;
}

function nested(names: readonly string[], entry: JsonObject): JsonObject {
  return names.reduceRight<JsonObject>((value, name) => ({ [name]: value }), entry);
}

function entryProperty(root: JsoncNode, { container, name }: EntryPlace): JsoncNode | undefined {
  const map = objectsOn(root, container)[container.length];
  return map === undefined ? undefined : propertyOf(map, name);
}

function propertyOf(object: JsoncNode, name: string): JsoncNode | undefined {
  return (object.children ?? []).findLast(({ children }) => children?.[0]?.value === name);
}

interface Printer {
  readonly eol: string;
  readonly unit: string;
  readonly value: (value: JsonObject, indent: string) => string;
}

/** Prints as the file is printed. */
function printer(text: string, root: JsoncNode | undefined): Printer {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const [first] = root?.children ?? [];
  const unit = (first === undefined ? "" : indentAt(text, first.offset)) || "  ";
  return {
    eol,
    unit,
    value: (value, indent) => JSON.stringify(value, undefined, unit).replaceAll("\n", `${eol}${indent}`),
  };
}

function insertMember(text: string, object: JsoncNode, name: string, value: JsonObject, print: Printer): string {
  const close = endOf(object) - 1;
  const last = object.children?.at(-1);
  const lastEnd = last === undefined ? object.offset + 1 : endOf(last);
  const comma = last === undefined ? undefined : commaIn(text, lastEnd, close);
  // Comments behind the last member stay with it.
  const at = text.slice(0, close).trimEnd().length;
  const head = `${text.slice(0, lastEnd)}${last !== undefined && comma === undefined ? "," : ""}${text.slice(lastEnd, at)}`;
  const trailing = comma === undefined ? "" : ",";
  const isOneLine = last !== undefined && !text.slice(object.offset, close).includes("\n");
  if (isOneLine) {
    return `${head} ${JSON.stringify(name)}: ${JSON.stringify(value)}${trailing}${text.slice(at)}`;
  }
  const base = lineIndent(text, object.offset);
  const [first] = object.children ?? [];
  const own = first === undefined ? "" : indentAt(text, first.offset);
  const indent = own.length > base.length ? own : base + print.unit;
  const rest = text.slice(at);
  const isClosedBelow = rest.slice(0, close - at).includes("\n");
  const tail = isClosedBelow ? rest : `${print.eol}${base}${text.slice(close)}`;
  return `${head}${print.eol}${indent}${JSON.stringify(name)}: ${print.value(value, indent)}${trailing}${tail}`;
}

/** The reverse of `insertMember`. */
function removeMember(text: string, object: JsoncNode, property: JsoncNode): string {
  const close = endOf(object) - 1;
  const children = object.children ?? [];
  const index = children.indexOf(property);
  const previous = children[index - 1];
  const next = children[index + 1];
  const start = text.slice(0, property.offset).trimEnd().length;
  const own = commaIn(text, endOf(property), next?.offset ?? close);
  if (children.length === 1 && !hasComments(text, object)) {
    return `${text.slice(0, object.offset)}{}${text.slice(close + 1)}`;
  }
  const isFirstOnLine = previous === undefined && next !== undefined && /^ *$/.test(text.slice(start, property.offset));
  if (own !== undefined && isFirstOnLine && /^ +$/.test(text.slice(own + 1, next.offset))) {
    return text.slice(0, property.offset) + text.slice(next.offset);
  }
  if (own !== undefined) return text.slice(0, start) + text.slice(own + 1);
  const before = previous === undefined ? undefined : commaIn(text, endOf(previous), property.offset);
  const rest = text.slice(endOf(property));
  return before === undefined
    ? text.slice(0, start) + rest
    : text.slice(0, before) + text.slice(before + 1, Math.max(start, before + 1)) + rest;
}

function replaceNode(text: string, node: JsoncNode, value: string): string {
  return text.slice(0, node.offset) + value + text.slice(endOf(node));
}

function endOf(node: JsoncNode): number {
  return node.offset + node.length;
}

/** Offset of the comma between two places with nothing but white space and comments around it. */
function commaIn(text: string, from: number, to: number): number | undefined {
  const gap = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*,/y;
  gap.lastIndex = from;
  if (!gap.test(text)) return undefined;
  const at = gap.lastIndex - 1;
  return at < to ? at : undefined;
}

/** Comments outside of the members' values. */
function hasComments(text: string, object: JsoncNode): boolean {
  const pieces = [object.offset + 1, ...(object.children ?? []).flatMap((child) => [child.offset, endOf(child)])];
  const ends = [...pieces.slice(1), endOf(object) - 1];
  return pieces.some((from, index) => index % 2 === 0 && /[^\s,]/.test(text.slice(from, ends[index])));
}

/** White space before a place, when nothing else stands before it on its line. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^\s*$/.test(line) ? line : "";
}

/** White space that the line of a place begins with. */
function lineIndent(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1))?.[0] ?? "";
}
