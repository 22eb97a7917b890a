// Positions in JSON files, which JSON.parse does not give: a walk over the tokens that notes where asked-for values begin.
// A catalog is megabytes, and few of its values are asked for: what holds none of them is passed over at once.
import { childPath } from "../contract/json-pointer.ts";
import type { SourceFile, Span } from "./source-file.ts";

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

interface Container {
  readonly pointer: string;
  readonly isObject: boolean;
  /** Of the next value in a list. */
  index: number;
  /** Of the next value in an object. */
  key: string | undefined;
  keySpan: Span | undefined;
}

/** Not recursive: a text may be nested deeper than the stack is. */
function walk(file: SourceFile, wanted: ReadonlySet<string>): ReadonlyMap<string, Span> {
  const { text } = file;
  const spans = new Map<string, Span>();
  const open: Container[] = [];
  for (let at = 0; at < text.length; ) {
    const sign = text.charAt(at);
    if (sign === "}" || sign === "]") {
      open.pop();
      at += 1;
    } else if (between.has(sign)) {
      at += 1;
    } else {
      const inside = open.at(-1);
      const isContainer = sign === "{" || sign === "[";
      const end = isContainer ? at + 1 : endOfScalar(text, at);
      const span = { file, start: at, end };
      if (inside?.isObject === true && inside.key === undefined) {
        inside.key = keyIn(text.slice(at, end));
        inside.keySpan = span;
        at = end;
      } else {
        const pointer = begin(inside, span, wanted, spans);
        if (isContainer && pointer !== undefined) {
          open.push({ pointer, isObject: sign === "{", index: 0, key: undefined, keySpan: undefined });
        }
        at = isContainer && pointer === undefined ? endOfContainer(text, at) : end;
      }
    }
  }
  return spans;
}

/** A mark at the begin of the file, too. */
const between: ReadonlySet<string> = new Set([" ", "\n", "\r", "\t", ",", ":", "\ufeff"]);

/** Of a text in quotes, a number or a word. */
function endOfScalar(text: string, start: number): number {
  if (text.charAt(start) === '"') return endOfString(text, start);
  let end = start + 1;
  while (end < text.length && !scalarEnds.has(text.charAt(end))) end += 1;
  return end;
}

const scalarEnds: ReadonlySet<string> = new Set([...between, "}", "]"]);

function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let first = quote;
    while (text.charAt(first - 1) === "\\") first -= 1;
    // Of an even number of backslashes, each second one stands for itself.
    if ((quote - first) % 2 === 0) return quote + 1;
  }
  return text.length;
}

function endOfContainer(text: string, start: number): number {
  const signs = /["{}[\]]/g;
  signs.lastIndex = start;
  let depth = 0;
  // `test` makes no object for each sign, which would take most of the walk.
  while (signs.test(text)) {
    const sign = text.charAt(signs.lastIndex - 1);
    if (sign === '"') signs.lastIndex = endOfString(text, signs.lastIndex - 1);
    else depth += sign === "{" || sign === "[" ? 1 : -1;
    if (depth === 0) return signs.lastIndex;
  }
  return text.length;
}

/** What JSON.parse makes of it. */
function keyIn(quoted: string): string {
  return quoted.includes("\\") ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
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
