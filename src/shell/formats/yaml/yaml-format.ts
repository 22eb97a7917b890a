import {
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  type Pair,
  parseDocument,
  stringify,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { JsonObject } from "../../../contract/json.ts";
import type { ConfigFormat, EntryPlace } from "../config-format.ts";
import { type HiddenPiece, withoutPieces } from "../hidden-pieces.ts";
import { endOfLine, insertLines, lineEnd, lineStart } from "../text-lines.ts";
import { parseYaml } from "./read-yaml.ts";

/**
 * Servers are members of a map, or items of a list, each with its name in it. Both are moved as whole lines; the parser only
 * says where they stand.
 */
export const yamlFormat: ConfigFormat = {
  parse: parseYaml,
  nullIsEmpty: true,
  raw: (text, place) => {
    const entry = entryIn(holderIn(text, place), place);
    if (entry === undefined) return undefined;
    const { start, end } = linesOf(text, entry);
    return text.slice(start, end);
  },
  missingLevels: (text, place) => {
    const { holder } = holderIn(text, place);
    return isMap(holder) || isSeq(holder) ? 0 : place.container.length;
  },
  put: (text, place, entry) => {
    const found = holderIn(text, place);
    const old = entryIn(found, place);
    if (old !== undefined) {
      const { start, end } = linesOf(text, old);
      const lines = printed(place, entry, indentOf(text, old.start));
      const rest = text.slice(end);
      const eol = rest === "" && !text.endsWith("\n") ? "" : endOfLine(text);
      return `${text.slice(0, start)}${lines.join(endOfLine(text))}${eol}${rest}`;
    }
    return added(text, found, place, entry);
  },
  putBack: (text, place, raw) => {
    const old = entryIn(holderIn(text, place), place);
    if (old === undefined) return text;
    const { start, end } = linesOf(text, old);
    return text.slice(0, start) + raw + text.slice(end);
  },
  remove: (text, place, levels) => {
    const found = holderIn(text, place);
    const entry = entryIn(found, place);
    const { holder, pair } = found;
    if (entry === undefined || pair === undefined || holder === undefined) return text;
    const { start, end } = linesOf(text, entry);
    if (holder.items.length > 1) return text.slice(0, start) + text.slice(end);
    const keyEnd = keyRange(pair)[1];
    const empty = isSeq(holder) ? " []" : " {}";
    if (levels > 0) return text.slice(0, lineStart(text, keyRange(pair)[0])) + text.slice(end);
    return `${text.slice(0, keyEnd)}:${empty}${endOfLine(text)}${text.slice(end)}`;
  },
  hide: (text, isShown) => withoutPieces(text, [...commentsIn(text), ...textsIn(text, isShown)]),
};

interface Holder {
  readonly pair: Pair | undefined;
  readonly holder: YAMLMap | YAMLSeq | undefined;
  readonly root: YAMLMap | undefined;
}

/** The map or list with the servers. Clients have it at the root of the file. */
function holderIn(text: string, { container }: EntryPlace): Holder {
  const { contents } = parseDocument(text);
  const [name] = container;
  const root = isMap(contents) ? contents : undefined;
  const pair = root?.items.find(({ key }) => isScalar(key) && key.value === name);
  const holder = pair?.value;
  return { root, pair, holder: isMap(holder) || isSeq(holder) ? holder : undefined };
}

interface FoundEntry {
  /** Offset of the name, or of the dash before an item of a list. */
  readonly start: number;
  readonly last: number;
}

function entryIn({ holder }: Holder, { name }: EntryPlace): FoundEntry | undefined {
  if (isMap(holder)) {
    const pair = holder.items.find(({ key }) => isScalar(key) && key.value === name);
    return pair === undefined ? undefined : { start: keyRange(pair)[0], last: lastOffset(pair) };
  }
  const item = holder?.items.find((each) => isMap(each) && each.get("name") === name);
  return isMap(item) ? { start: item.range?.[0] ?? 0, last: lastOffset(item) } : undefined;
}

/** Behind the last sign of what is in a node, where comments and blank lines behind it do not count. */
function lastOffset(node: unknown): number {
  if (isPair(node)) return node.value === null ? keyRange(node)[1] : lastOffset(node.value);
  if ((isMap(node) || isSeq(node)) && node.flow !== true) return lastOffset(node.items.at(-1));
  return hasRange(node) ? node.range[1] : 0;
}

function hasRange(node: unknown): node is { readonly range: readonly [number, number, number] } {
  return typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range);
}

function keyRange({ key }: Pair): readonly [number, number, number] {
  return hasRange(key) ? key.range : [0, 0, 0];
}

/** The whole lines of an entry, with comments below it that are further in than it is. */
function linesOf(text: string, { start, last }: FoundEntry): { readonly start: number; readonly end: number } {
  const indent = indentOf(text, start);
  let end = text[last - 1] === "\n" ? last : lineEnd(text, last);
  for (;;) {
    const line = text.slice(end, lineEnd(text, end));
    const [, inner] = /^( *)#/.exec(line) ?? [];
    if (inner === undefined || inner.length <= indent.length) break;
    end = lineEnd(text, end);
  }
  return { start: lineStart(text, start), end };
}

/** What stands before a place on its line, without the dash of a list. */
function indentOf(text: string, offset: number): string {
  return /^ */.exec(text.slice(lineStart(text, offset)))?.[0] ?? "";
}

function added(text: string, { root, pair, holder }: Holder, place: EntryPlace, entry: JsonObject): string {
  const [member = ""] = place.container;
  const eol = endOfLine(text);
  if (pair === undefined || root === undefined) {
    const below = printed(place, entry, root === undefined ? "  " : unitOf(text, root));
    const isEmpty = text.trim() === "";
    const head = isEmpty ? newFileHead(place) : [];
    return insertLines(text, isEmpty ? 0 : text.length, [...head, `${member}:`, ...below]);
  }
  if (holder === undefined || holder.items.length === 0) {
    // `{}`, `[]` or nothing stands behind the name.
    const end = Math.max(keyRange(pair)[1], lastOffset(pair));
    const behind =
      /^[^\n]*/
        .exec(text.slice(end))?.[0]
        .replace(/^:?\s*$/, "")
        .replace(/\r$/, "") ?? "";
    const lines = printed(
      place,
      entry,
      `${indentOf(text, keyRange(pair)[0])}${root === undefined ? "  " : unitOf(text, root)}`,
    );
    const rest = text.slice(lineEnd(text, end));
    return `${text.slice(0, keyRange(pair)[1])}:${behind.replace(/^:/, "")}${eol}${lines.join(eol)}${eol}${rest}`;
  }
  if (holder.flow === true) {
    const close = (holder.range?.[1] ?? text.length) - 1;
    const value = isSeq(holder)
      ? JSON.stringify(listed(place, entry))
      : `${JSON.stringify(place.name)}: ${JSON.stringify(entry)}`;
    const before = text.slice(0, close).trimEnd();
    return `${before}${before.endsWith(",") ? "" : ","} ${value}${text.slice(before.length)}`;
  }
  const first = holder.items[0];
  const start = isPair(first) ? keyRange(first)[0] : hasRange(first) ? first.range[0] : 0;
  const { end } = linesOf(text, { start, last: lastOffset(holder.items.at(-1)) });
  return insertLines(text, end, printed(place, entry, indentOf(text, start)));
}

/** What a file must begin with that is nothing but servers. */
function newFileHead({ head = [] }: EntryPlace): readonly string[] {
  return head;
}

/** How far members are further in than what holds them, as the file has it elsewhere. */
function unitOf(text: string, root: YAMLMap): string {
  for (const { value } of root.items) {
    const [first] = isMap(value) && value.flow !== true ? value.items : [];
    const unit = first === undefined ? "" : indentOf(text, keyRange(first)[0]);
    if (unit !== "") return unit;
  }
  return "  ";
}

function printed(place: EntryPlace, entry: JsonObject, indent: string): readonly string[] {
  const value = place.isList === true ? [listed(place, entry)] : { [place.name]: entry };
  const unit = indent.length >= 2 && indent.length <= 8 ? indent.length : 2;
  const text = stringify(value, { lineWidth: 0, indent: place.isList === true ? 2 : unit });
  return text
    .trimEnd()
    .split("\n")
    .map((line) => `${indent}${line}`);
}

function listed({ name }: EntryPlace, entry: JsonObject): JsonObject {
  return { name, ...entry };
}

function commentsIn(text: string): readonly HiddenPiece[] {
  const found: HiddenPiece[] = [];
  let offset = 0;
  let before = "";
  for (const token of new Lexer().lex(text)) {
    // Signs of the lexer's own, which are not in the text.
    const isSign = token === "\u0002" || token === "\u0018" || token === "\u001f";
    if (token.startsWith("#") && before !== "\u001f") found.push({ offset, length: token.length, shown: "# …" });
    if (!isSign) offset += token.length;
    before = token;
  }
  return found;
}

function textsIn(text: string, isShown: (path: readonly (string | number)[]) => boolean): readonly HiddenPiece[] {
  const found: HiddenPiece[] = [];
  visit(parseDocument(text), {
    Scalar: (key, node, path) => {
      if (key === "key" || typeof node.value !== "string" || !hasRange(node)) return;
      if (isShown(pathOf([...path, node]))) return;
      const [start, end] = node.range;
      const tail = text.slice(start, end).endsWith("\n") ? 1 : 0;
      found.push({ offset: start, length: end - start - tail, shown: '"…"' });
    },
  });
  return found;
}

/** The names on the way to a node; of an item of a list with a name, that name. */
function pathOf(nodes: readonly unknown[]): readonly (string | number)[] {
  return nodes.flatMap((node, at) => {
    if (isPair(node)) return isScalar(node.key) ? [String(node.key.value)] : [""];
    const holder = nodes[at - 1];
    if (!isSeq(holder)) return [];
    const name: unknown = isMap(node) ? node.get("name") : undefined;
    return [typeof name === "string" ? name : holder.items.indexOf(node)];
  });
}
