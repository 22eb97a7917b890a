import { once } from "./once.ts";

// Texts as the full-text index compares them: letter case, accents of Latin letters and how a character is composed make no difference.

const ascii = /^\p{ASCII}*$/u;
/** Tables of Unicode take a while to make, and most words are ASCII. */
const latinMarks = once(() => /(\p{Script=Latin})[\u0300-\u036f]+/gu);

export function comparable(text: string): string {
  return ascii.test(text) ? text.toLowerCase() : withoutMarks(fold(text));
}

/** Without letter case, and without other ways to compose a character. */
export function fold(text: string): string {
  // Most texts; normalisation would change nothing.
  if (ascii.test(text)) return text.toLowerCase();
  return text.normalize("NFKC").toLowerCase().normalize("NFKC");
}

/** Without accents of Latin letters: marks of other scripts are parts of words. */
export function withoutMarks(text: string): string {
  return text.normalize("NFD").replaceAll(latinMarks(), "$1").normalize("NFC");
}
