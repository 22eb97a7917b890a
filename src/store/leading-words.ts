import { distinctWords } from "./words.ts";

// How similar texts are found by an index: of the words of a text in one order, which is the same for all texts, a few are indexed.
// Texts that share enough of their words share some of these few. Known as prefix filtering; the order is by length, because long
// words are seldom common. See Chaudhuri, Ganti, Kaushik: A Primitive Operator for Similarity Joins in Data Cleaning (2006).

/** From this share of common words on (Jaccard index), two texts count as similar. */
export const similarFrom = 0.85;

/** So many of the leading words have to be shared, where there are as many: two texts often share one long word by chance. */
const wanted = 3;

/** Bounds the index for a long text. */
const maxLeading = 48;

/** Bounds the index for a long word, in code units; words that begin alike count as one. */
const maxLength = 64;

export interface LeadingWords {
  /** Longest first, of equal length in the order of code units. */
  readonly words: readonly string[];
  /** A similar text has at least so many of them among its own leading words. */
  readonly least: number;
}

/**
 * The longest words of a text: as many as a similar text may lack, and three more. For a text with more than about 300 different words
 * this is not exact: a similar text could lack just these.
 */
export function leadingWords(text: string): LeadingWords {
  const distinct = new Set(distinctWords(text).map((word) => word.slice(0, maxLength)));
  const all = [...distinct].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  // Minus a rounding error, which would otherwise demand one word too many.
  const lacking = all.length - Math.ceil(similarFrom * all.length - 1e-9);
  const words = all.slice(0, Math.min(lacking + wanted, maxLeading));
  return { words, least: Math.max(1, words.length - lacking) };
}
