import { distinctWords } from "../../store/words.ts";

/** From this share of common words on, two memories count as similar. */
export const similarFrom = 0.85;

/**
 * Share of the words of either text that both contain (Jaccard index), 0 to 1. Texts without words are similar when they are
 * equal.
 */
export function similarity(a: string, b: string): number {
  return similarityTo(a)(b);
}

/** The same for one text and many others; its words are extracted once. */
export function similarityTo(text: string): (other: string) => number {
  const left = new Set(distinctWords(text));
  return (other) => {
    const right = distinctWords(other);
    const common = right.filter((word) => left.has(word)).length;
    const either = left.size + right.length - common;
    return either === 0 ? Number(text === other) : common / either;
  };
}

/** Bounds the cost of a search for long texts. */
const maxDistinctiveWords = 32;

/**
 * Words of which every similar text contains at least one: as many as a similar text may lack, and one more. Long words are
 * taken, because they are rare. For a text with more than about 200 different words this is not exact: a similar text could lack
 * just these words.
 */
export function distinctiveWords(text: string): readonly string[] {
  const all = [...distinctWords(text)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  // Minus a rounding error, which would otherwise demand one word too many.
  const shared = Math.ceil(similarFrom * all.length - 1e-9);
  return all.slice(0, Math.min(all.length - shared + 1, maxDistinctiveWords));
}
