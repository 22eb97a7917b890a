import { utf8Length } from "../../contract/utf8.ts";
import type { WireTool } from "../schema/wire-tool.ts";

// What can be said of the cost of lists without a tokenizer: enough to leave most lists uncounted. It rests on what the tokenizers of
// current models have in common: a text is split into words, numbers and signs before anything is counted, a run of letters ends
// such a piece, and a token has at least one byte.

/** At least so many tokens: one for each run of letters. Counts no further than `enough`. */
export function minTokenCount(tools: readonly WireTool[], enough: number): number {
  let count = 0;
  for (const tool of tools) {
    for (const _ of JSON.stringify(tool).matchAll(/\p{L}+/gu)) {
      count += 1;
      if (count >= enough) return count;
    }
  }
  return count;
}

/** At most so many more tokens in the second list than in the first: those of what is not in both. */
export function maxTokenGrowth(before: readonly WireTool[], after: readonly WireTool[]): number {
  const known = new Map(before.map((tool) => [tool.name, JSON.stringify(tool)]));
  return after.reduce((sum, tool) => sum + maxGrowthInText(known.get(tool.name) ?? "", JSON.stringify(tool)), 0);
}

/** The same of two texts. */
export function maxGrowthInText(before: string, after: string): number {
  if (before === after) return 0;
  const start = lastPieceEnd(after, commonStart(before, after));
  const end = commonEnd(before, after, start);
  return utf8Length(after.slice(start, firstPieceEnd(after, after.length - end)));
}

function commonStart(a: string, b: string): number {
  const limit = Math.min(a.length, b.length);
  let length = 0;
  while (length < limit && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  return length;
}

/** @param start where the end begins at the earliest */
function commonEnd(a: string, b: string, start: number): number {
  const limit = Math.min(a.length, b.length) - start;
  let length = 0;
  while (length < limit && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length += 1;
  return length;
}

/** The end of the last run of letters that lies before the position with the sign after it. */
function lastPieceEnd(text: string, position: number): number {
  for (let at = position - 1; at > 0; at--) if (isPieceEnd(text, at)) return at;
  return 0;
}

/** The end of the first run of letters that begins at the position or behind it. */
function firstPieceEnd(text: string, position: number): number {
  for (let at = position + 1; at < text.length; at++) if (isPieceEnd(text, at)) return at;
  return text.length;
}

/** ASCII only: marks and surrogates are left inside. */
function isPieceEnd(text: string, at: number): boolean {
  return /^[a-z]["\s]$/i.test(text.slice(at - 1, at + 1));
}
