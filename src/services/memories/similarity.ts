import { distinctWords } from "../../store/words.ts";

/** Words that turn a statement round; "isn't" is the words "isn" and "t". */
export const negations = new Set(["no", "not", "never", "none", "nor", "without", "cannot", "t"]);

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
