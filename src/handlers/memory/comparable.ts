/**
 * A text for comparing as the index compares: letter case, accents of Latin letters and how a character is composed make no
 * difference. Marks of other scripts are parts of words.
 */
export function comparable(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  const folded = text.normalize("NFKC").toLowerCase();
  return folded.normalize("NFD").replaceAll(latinMarks, "$1").normalize("NFC");
}

const ascii = /^\p{ASCII}*$/u;
const latinMarks = /(\p{Script=Latin})[\u0300-\u036f]+/gu;
