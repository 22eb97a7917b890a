import { distinctWords } from "../../store/words.ts";

/** From this share of common words on, two memories say the same. */
export const similarFrom = 0.85;

/**
 * Share of the words of either text that both hold (Jaccard index), 0 to 1. Texts without words are alike when they
 * are equal.
 */
export function similarity(a: string, b: string): number {
  return similarityTo(a)(b);
}

/** The same for one text and many others; its words are looked for once. */
export function similarityTo(text: string): (other: string) => number {
  const left = new Set(distinctWords(text));
  return (other) => {
    const right = distinctWords(other);
    const common = right.filter((word) => left.has(word)).length;
    const either = left.size + right.length - common;
    return either === 0 ? Number(text === other) : common / either;
  };
}

/** More words are not looked up: the cost of a look-up does not depend on the length of the text. */
const maxTellingWords = 32;

/**
 * Words of which every similar text holds at least one: as many as a similar text may lack, and one more. Long words
 * are taken, because they are rare. Of a text with more than some 200 different words fewer are looked up than that
 * takes; a similar text that lacks all of them would have to lack just these.
 */
export function distinctiveWords(text: string): readonly string[] {
  const all = [...distinctWords(text)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  // Less a rounding error, which would otherwise ask for one word too many.
  const shared = Math.ceil(similarFrom * all.length - 1e-9);
  return all.slice(0, Math.min(all.length - shared + 1, maxTellingWords));
}
