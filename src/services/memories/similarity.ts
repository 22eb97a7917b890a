import { distinctWords } from "../../store/words.ts";

/** From this share of common words on, two memories count as similar. */
export const similarFrom = 0.85;

/** Words that turn a statement round; "isn't" is the words "isn" and "t". */
const negations = new Set(["no", "not", "never", "none", "nor", "without", "cannot", "t"]);

/** Whether a text with this word says something else than the same text without it: a number, a date, a negation. */
function tellsApart(word: string): boolean {
  return /\d/.test(word) || negations.has(word);
}

/**
 * Share of the words of either text that both contain (Jaccard index), 0 to 1; 0 where only one of them has a number or a negation.
 * Texts without words are similar when they are equal.
 */
export function similarity(a: string, b: string): number {
  return similarityTo(a)(b);
}

/** The same for one text and many others; its words are extracted once. */
export function similarityTo(text: string): (other: string) => number {
  const left = new Set(distinctWords(text));
  const telling = [...left].filter(tellsApart);
  return (other) => {
    const right = distinctWords(other);
    const known = new Set(right);
    if (right.some((word) => !left.has(word) && tellsApart(word))) return 0;
    if (telling.some((word) => !known.has(word))) return 0;
    const common = right.filter((word) => left.has(word)).length;
    const either = left.size + right.length - common;
    return either === 0 ? Number(text === other) : common / either;
  };
}

/** Bounds the cost of a search for long texts. */
const maxWords = 96;
const maxSought = 32;

/** At most so many of the rarest words have to be shared: more would be common ones, which are in many texts. */
const leastShared = 3;

/** What every similar text contains: at least so many of these words. */
export interface SharedWords {
  readonly words: readonly string[];
  readonly least: number;
}

/** How many words of a text a similar one may lack. */
function lackingOf(words: number): number {
  // Minus a rounding error, which would otherwise demand one word too many.
  return words - Math.ceil(similarFrom * words - 1e-9);
}

/** The longest words of a text, as many as are worth a look at how rare they are: long ones are seldom common. */
export function longWords(text: string): readonly string[] {
  const all = [...distinctWords(text)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return all.slice(0, Math.min(3 * lackingOf(all.length) + 1, maxWords));
}

/**
 * The rarest of the long words of a text, and how many of them a similar text contains: all but those that it may lack. For a text with
 * more than about 200 different words this is not exact: a similar text could lack just these.
 * @param holding how many texts hold each of the words
 * @returns undefined where no text can be similar: more words than one may lack are in none
 */
export function sharedWords(
  text: string,
  words: readonly string[],
  holding: (word: string) => number,
): SharedWords | undefined {
  const lacking = lackingOf(distinctWords(text).length);
  if (words.filter((word) => holding(word) === 0).length > lacking) return undefined;
  const rarest = [...words].sort((a, b) => holding(a) - holding(b));
  const sought = rarest.slice(0, Math.min(lacking + Math.min(lacking + 1, leastShared), maxSought));
  return { words: sought, least: Math.max(1, sought.length - lacking) };
}
