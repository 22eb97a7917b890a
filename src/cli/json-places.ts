// Positions in JSON files, which JSON.parse does not give: a walk over the tokens that notes where asked-for values begin.
import { createScanner } from "jsonc-parser";
import { childPath } from "../contract/json-pointer.ts";
import type { SourceFile, Span } from "../diagnostics/source-file.ts";

/**
 * Where values stand in a JSON text. A member of an object is shown by its key, an object in a list by its name where it has
 * one (a frame of "{" does not help), anything else by itself.
 * @param file valid JSON, as JSON.parse takes it; where a key is repeated, the last one counts, as there
 * @returns pointer → span; a value that is not there has the place of the nearest one around it that is
 */
export function jsonPlaces(file: SourceFile, pointers: readonly string[]): ReadonlyMap<string, Span> {
  const wanted = new Set(pointers.flatMap(withAncestors));
  const spans = walk(file, wanted);
  return new Map(
    pointers.flatMap((pointer) => {
      const nearest = withAncestors(pointer).find((at) => spans.has(at));
      const span = nearest === undefined ? undefined : spans.get(nearest);
      return span === undefined ? [] : [[pointer, span]];
    }),
  );
}

/** The pointer, what holds it, and so on up to the document itself, "". */
function withAncestors(pointer: string): readonly string[] {
  const ways = [pointer];
  for (let at = pointer; at !== ""; ) {
    at = at.slice(0, Math.max(0, at.lastIndexOf("/")));
    ways.push(at);
  }
  return ways;
}

/** The scanner's kinds of tokens: a `const enum` of another package, which a file that is compiled alone can't read. */
const kinds = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  unknown: 16,
  end: 17,
} as const;

interface Container {
  /** undefined: nothing in it was asked for. */
  readonly pointer: string | undefined;
  readonly isObject: boolean;
  /** Of the next value in a list. */
  index: number;
  /** Of the next value in an object. */
  key: string | undefined;
  keySpan: Span | undefined;
}

/** Not recursive: a text may be nested deeper than the stack is. */
function walk(file: SourceFile, wanted: ReadonlySet<string>): ReadonlyMap<string, Span> {
  const spans = new Map<string, Span>();
  const scanner = createScanner(file.text, true);
  const open: Container[] = [];
  for (let token: number = scanner.scan(); token !== kinds.end; token = scanner.scan()) {
    const start = scanner.getTokenOffset();
    const span = { file, start, end: start + scanner.getTokenLength() };
    const inside = open.at(-1);
    if (token === kinds.closeBrace || token === kinds.closeBracket) {
      open.pop();
    } else if (token === kinds.comma || token === kinds.colon || token === kinds.unknown) {
      // Nothing begins here.
    } else if (inside?.isObject === true && inside.key === undefined) {
      inside.key = scanner.getTokenValue();
      inside.keySpan = span;
    } else {
      const pointer = begin(inside, span, wanted, spans);
      const isObject = token === kinds.openBrace;
      if (isObject || token === kinds.openBracket)
        open.push({ pointer, isObject, index: 0, key: undefined, keySpan: undefined });
    }
  }
  return spans;
}

/** A value begins: notes its place if it was asked for. @returns its pointer, where something in it may be asked for */
function begin(
  inside: Container | undefined,
  span: Span,
  wanted: ReadonlySet<string>,
  spans: Map<string, Span>,
): string | undefined {
  if (inside === undefined) return note("", span, wanted, spans);
  const { key, keySpan } = inside;
  const step = inside.isObject ? (key ?? "") : inside.index;
  inside.index += 1;
  inside.key = undefined;
  if (inside.pointer === undefined) return undefined;
  const pointer = childPath(inside.pointer, step);
  // The object that has this name stands in a list: its own place would be that of a brace.
  const isName = key === "name" && /\/\d+$/.test(inside.pointer);
  if (isName && spans.has(inside.pointer)) spans.set(inside.pointer, span);
  return note(pointer, keySpan ?? span, wanted, spans);
}

function note(pointer: string, span: Span, wanted: ReadonlySet<string>, spans: Map<string, Span>): string | undefined {
  if (!wanted.has(pointer)) return undefined;
  spans.set(pointer, span);
  return pointer;
}
