import { type CharSet, charSet, complement, digits, lineTerminators, whiteSpace, wordChars } from "./char-set.ts";

/** A regular expression as far as it is regular; anchors stand only where a match begins or ends. */
export type Pattern =
  | { readonly kind: "set"; readonly set: CharSet }
  | { readonly kind: "sequence"; readonly parts: readonly Pattern[] }
  | { readonly kind: "either"; readonly options: readonly Pattern[] }
  | { readonly kind: "repeat"; readonly part: Pattern; readonly min: number; readonly max: number }
  | { readonly kind: "begin" }
  | { readonly kind: "end" };

/** Any regular expression; `Pattern` is the part of it that a finite automaton can say. */
export type WholePattern =
  | { readonly kind: "set"; readonly set: CharSet }
  | { readonly kind: "sequence"; readonly parts: readonly WholePattern[] }
  | { readonly kind: "either"; readonly options: readonly WholePattern[] }
  | { readonly kind: "repeat"; readonly part: WholePattern; readonly min: number; readonly max: number }
  | { readonly kind: "begin" }
  | { readonly kind: "end" }
  | { readonly kind: "look"; readonly ahead: boolean; readonly negative: boolean; readonly part: WholePattern }
  | { readonly kind: "boundary"; readonly negative: boolean }
  | { readonly kind: "reference" }
  /** One character of a class that has Unicode properties or pairs of escapes, as it is written. */
  | { readonly kind: "class"; readonly text: string };

/**
 * Reads an ECMAScript pattern (flag `u`).
 * @returns undefined for what a finite automaton can't say or this reader does not know: lookaround, back references, word
 *   boundaries, Unicode properties, anchors in the middle
 */
export function parsePattern(source: string): Pattern | undefined {
  const whole = readPattern(source);
  return whole !== undefined && isRegular(whole) && anchorsAtEnds(whole, true, true) ? whole : undefined;
}

/** @returns undefined for what this reader does not know; all that compiles with the flag `u` and is in use, it knows */
export function readPattern(source: string): WholePattern | undefined {
  const reader: Reader = { points: Array.from(source), at: 0 };
  try {
    const pattern = readEither(reader);
    return reader.at < reader.points.length ? undefined : pattern;
  } catch (problem) {
    if (problem === unsupported) return undefined;
    throw problem;
  }
}

function isRegular(pattern: WholePattern): pattern is Pattern {
  switch (pattern.kind) {
    case "look":
    case "boundary":
    case "reference":
    case "class":
      return false;
    case "either":
      return pattern.options.every(isRegular);
    case "sequence":
      return pattern.parts.every(isRegular);
    case "repeat":
      return isRegular(pattern.part) && !mentionsAnchor(pattern.part);
    default:
      return true;
  }
}

interface Reader {
  readonly points: readonly string[];
  at: number;
}

const unsupported = Symbol("unsupported pattern");

function readEither(reader: Reader): WholePattern {
  const options = [readSequence(reader)];
  while (take(reader, "|")) options.push(readSequence(reader));
  return options.length === 1 ? (options[0] ?? empty) : { kind: "either", options };
}

const empty: Pattern = { kind: "sequence", parts: [] };

function readSequence(reader: Reader): WholePattern {
  const parts: WholePattern[] = [];
  for (let next = peek(reader); next !== undefined && next !== "|" && next !== ")"; next = peek(reader)) {
    parts.push(readRepeated(reader));
  }
  return parts.length === 1 ? (parts[0] ?? empty) : { kind: "sequence", parts };
}

function readRepeated(reader: Reader): WholePattern {
  const part = readAtom(reader);
  const count = readCount(reader);
  if (count === undefined) return part;
  take(reader, "?"); // a lazy match takes another way to the same language
  return { kind: "repeat", part, ...count };
}

function readCount(reader: Reader): { min: number; max: number } | undefined {
  if (take(reader, "*")) return { min: 0, max: Number.POSITIVE_INFINITY };
  if (take(reader, "+")) return { min: 1, max: Number.POSITIVE_INFINITY };
  if (take(reader, "?")) return { min: 0, max: 1 };
  if (!take(reader, "{")) return undefined;
  const min = readInteger(reader);
  const max = take(reader, ",") ? (peek(reader) === "}" ? Number.POSITIVE_INFINITY : readInteger(reader)) : min;
  if (!take(reader, "}")) throw unsupported;
  return { min, max };
}

function readInteger(reader: Reader): number {
  let text = "";
  for (let next = peek(reader); next !== undefined && /^\d$/.test(next); next = peek(reader)) {
    text += next;
    reader.at++;
  }
  if (text === "") throw unsupported;
  return Number(text);
}

function readAtom(reader: Reader): WholePattern {
  const from = reader.at;
  const next = reader.points[reader.at++];
  switch (next) {
    case "^":
      return { kind: "begin" };
    case "$":
      return { kind: "end" };
    case ".":
      return { kind: "set", set: complement(lineTerminators) };
    case "(":
      return readGroup(reader);
    case "[":
      return charactersFrom(from, readClass(reader), reader);
    case "\\":
      return readBackslash(from, reader);
    case undefined:
    case "*":
    case "+":
    case "?":
    case "{":
    case "}":
    case "]":
      throw unsupported;
    default:
      return { kind: "set", set: single(next) };
  }
}

function charactersFrom(from: number, set: CharSet | undefined, reader: Reader): WholePattern {
  if (set !== undefined) return { kind: "set", set };
  return { kind: "class", text: reader.points.slice(from, reader.at).join("") };
}

/** The backslash at `from` has been read. */
function readBackslash(from: number, reader: Reader): WholePattern {
  if (take(reader, "b")) return { kind: "boundary", negative: false };
  if (take(reader, "B")) return { kind: "boundary", negative: true };
  if (/^[1-9]$/.test(peek(reader) ?? "")) {
    readInteger(reader);
    return { kind: "reference" };
  }
  if (take(reader, "k")) {
    passName(reader);
    return { kind: "reference" };
  }
  return charactersFrom(from, readEscape(reader), reader);
}

function readGroup(reader: Reader): WholePattern {
  const look = take(reader, "?") ? readGroupSort(reader) : undefined;
  const inner = readEither(reader);
  if (!take(reader, ")")) throw unsupported;
  return look === undefined ? inner : { kind: "look", ...look, part: inner };
}

/** @returns where a group looks, if it does */
function readGroupSort(reader: Reader): { readonly ahead: boolean; readonly negative: boolean } | undefined {
  if (take(reader, ":")) return undefined;
  const mark = /^(?:<?[=!])/.exec(reader.points.slice(reader.at, reader.at + 2).join(""))?.[0];
  if (mark === undefined) {
    passName(reader);
    return undefined;
  }
  reader.at += mark.length;
  return { ahead: mark.length === 1, negative: mark.endsWith("!") };
}

function passName(reader: Reader): void {
  if (!take(reader, "<")) throw unsupported;
  while (!take(reader, ">")) if (reader.points[reader.at++] === undefined) throw unsupported;
}

/** @returns undefined for a class with parts that only the language's own matcher knows */
function readClass(reader: Reader): CharSet | undefined {
  const negated = take(reader, "^");
  const ranges: (readonly [number, number])[] = [];
  let isKnown = true;
  while (!take(reader, "]")) {
    const from = readClassMember(reader);
    const only = from?.length === 1 && from[0] !== undefined && from[0][0] === from[0][1] ? from[0][0] : undefined;
    if (only !== undefined && peek(reader) === "-" && reader.points[reader.at + 1] !== "]") {
      reader.at++;
      const to = readClassMember(reader)?.[0];
      if (to === undefined || to[0] !== to[1] || to[0] < only) throw unsupported;
      ranges.push([only, to[0]]);
    } else if (from === undefined) isKnown = false;
    else ranges.push(...from);
  }
  if (!isKnown) return undefined;
  const set = charSet(ranges);
  return negated ? complement(set) : set;
}

function readClassMember(reader: Reader): CharSet | undefined {
  const next = reader.points[reader.at++];
  if (next === undefined) throw unsupported;
  if (next !== "\\") return single(next);
  if (take(reader, "b")) return single("\b");
  if (take(reader, "-")) return single("-");
  return readEscape(reader);
}

/** @returns undefined for a Unicode property and for a pair of escapes that make one character */
function readEscape(reader: Reader): CharSet | undefined {
  const next = reader.points[reader.at++];
  switch (next) {
    case "p":
    case "P":
      if (!take(reader, "{")) throw unsupported;
      while (!take(reader, "}")) if (reader.points[reader.at++] === undefined) throw unsupported;
      return undefined;
    case "0":
      if (/^\d$/.test(peek(reader) ?? "")) throw unsupported;
      return [[0, 0]];
    case "c":
      return readControl(reader);
    case "d":
      return digits;
    case "D":
      return complement(digits);
    case "w":
      return wordChars;
    case "W":
      return complement(wordChars);
    case "s":
      return whiteSpace;
    case "S":
      return complement(whiteSpace);
    case "n":
      return single("\n");
    case "r":
      return single("\r");
    case "t":
      return single("\t");
    case "f":
      return single("\f");
    case "v":
      return single("\v");
    case "x":
      return readHex(reader, 2);
    case "u":
      if (readPair(reader)) return undefined;
      return take(reader, "{") ? readHexBraced(reader) : readHex(reader, 4);
    default:
      if (next === undefined || !"^$\\.*+?()[]{}|/".includes(next)) throw unsupported;
      return single(next);
  }
}

function readControl(reader: Reader): CharSet {
  const letter = reader.points[reader.at++] ?? "";
  if (!/^[A-Za-z]$/.test(letter)) throw unsupported;
  const point = (letter.codePointAt(0) ?? 0) % 32;
  return [[point, point]];
}

/** Two escapes of surrogates behind `\u` are one character. */
function readPair(reader: Reader): boolean {
  const text = reader.points.slice(reader.at, reader.at + 10).join("");
  if (!/^[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}$/.test(text)) return false;
  reader.at += 10;
  return true;
}

function readHex(reader: Reader, length: number): CharSet {
  const text = reader.points.slice(reader.at, reader.at + length).join("");
  reader.at += length;
  const point = Number.parseInt(text, 16);
  // Two escapes may make one code point out of surrogates.
  if (!/^[0-9A-Fa-f]+$/.test(text) || text.length !== length || (point >= 0xd800 && point <= 0xdfff)) throw unsupported;
  return [[point, point]];
}

function readHexBraced(reader: Reader): CharSet {
  let text = "";
  while (!take(reader, "}")) {
    const next = reader.points[reader.at++];
    if (next === undefined || !/^[0-9A-Fa-f]$/.test(next)) throw unsupported;
    text += next;
  }
  const point = Number.parseInt(text, 16);
  if (!(point <= 0x10ffff)) throw unsupported;
  return [[point, point]];
}

/** `^` only where nothing can have been matched before it, `$` only where nothing can follow: elsewhere they are rare. */
function anchorsAtEnds(pattern: Pattern, first: boolean, last: boolean): boolean {
  switch (pattern.kind) {
    case "begin":
      return first;
    case "end":
      return last;
    case "either":
      return pattern.options.every((option) => anchorsAtEnds(option, first, last));
    case "sequence":
      return pattern.parts.every((part, index) =>
        anchorsAtEnds(part, first && index === 0, last && index === pattern.parts.length - 1),
      );
    default:
      return true;
  }
}

function mentionsAnchor(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case "begin":
    case "end":
      return true;
    case "either":
      return pattern.options.some(mentionsAnchor);
    case "sequence":
      return pattern.parts.some(mentionsAnchor);
    case "repeat":
      return mentionsAnchor(pattern.part);
    default:
      return false;
  }
}

function single(char: string): CharSet {
  const point = char.codePointAt(0) ?? 0;
  return [[point, point]];
}

function peek(reader: Reader): string | undefined {
  return reader.points[reader.at];
}

function take(reader: Reader, char: string): boolean {
  if (reader.points[reader.at] !== char) return false;
  reader.at++;
  return true;
}
