import { distinctWords } from "../../store/words.ts";

/** From this share of common words on, two memories say the same. */
export const similarFrom = 0.85;

/**
 * Share of the words of either text that both hold (Jaccard index), 0 to 1. Texts without words are alike when they
 * are equal.
 */
export function similarity(a: string, b: string): number {
  const left = new Set(distinctWords(a));
  const right = new Set(distinctWords(b));
  const common = [...left].filter((word) => right.has(word)).length;
  const either = left.size + right.size - common;
  return either === 0 ? Number(a === b) : common / either;
}

/**
 * Words of which every similar text holds at least one: as many as a similar text may lack, and one more. Long words
 * are taken, because they are rare.
 */
export function tellingWords(text: string): readonly string[] {
  const all = [...distinctWords(text)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  // Less a rounding error, which would otherwise ask for one word too many.
  const shared = Math.ceil(similarFrom * all.length - 1e-9);
  return all.slice(0, all.length - shared + 1);
}
