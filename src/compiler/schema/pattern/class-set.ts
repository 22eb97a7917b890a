import { type CharSet, charSet } from "./char-set.ts";

const known = new Map<string, CharSet>();

/** The characters that a class takes (flag `u`), asked of the language's own matcher: it knows Unicode's properties. */
export function classSet(text: string): CharSet {
  const remembered = known.get(text);
  if (remembered !== undefined) return remembered;
  const runs = new RegExp(`(?:${text})+`, "gu");
  const only = new RegExp(`^(?:${text})$`, "u");
  const ranges: (readonly [number, number])[] = [];
  for (let low = 0; low <= 0x10ffff; low += 0x800) {
    // Side by side, halves of pairs would make other characters; and in blocks that Unicode leaves empty, or to private use, all are alike.
    if (low === 0xd800 || (low >= 0x34000 && low !== 0xe0000)) {
      if (only.test(String.fromCodePoint(low))) ranges.push([low, low + 0x7ff]);
      continue;
    }
    const units = low > 0xffff ? 2 : 1;
    for (const { index, 0: run } of block(low).matchAll(runs)) {
      ranges.push([low + index / units, low + (index + run.length) / units - 1]);
    }
  }
  const set = charSet(ranges);
  if (known.size > 100) known.clear();
  known.set(text, set);
  return set;
}

function block(low: number): string {
  return String.fromCodePoint(...Array.from({ length: 0x800 }, (_, index) => low + index));
}
