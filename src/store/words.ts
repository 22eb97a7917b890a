// What counts as a word, for the index, for searches and for comparing texts: one definition, so that what was stored is found.
import { fold } from "../contract/comparable-text.ts";
import { once } from "../contract/once.ts";

/**
 * The words of a text, in order, folded (NFKC, lower case). A run of letters, digits and marks is a word; scripts that
 * are written without spaces (Chinese, Japanese, Thai, …) give each pair of neighbours, and a lone character itself.
 */
export function words(text: string): readonly string[] {
  const folded = fold(text);
  // Most texts; their letters need no table of Unicode.
  if (ascii.test(folded)) return folded.match(asciiRun) ?? [];
  const { word, piece, unspacedAnywhere, unspaced } = patterns();
  const runs = folded.match(word) ?? [];
  if (!unspacedAnywhere.test(folded)) return runs;
  const found: string[] = [];
  for (const run of runs) {
    for (const [part] of run.matchAll(piece)) {
      if (unspaced.test(part)) found.push(...pairs([...part]));
      else found.push(part);
    }
  }
  return found;
}

/** The words of a text, each once, in order of first appearance. */
export function distinctWords(text: string): readonly string[] {
  return [...new Set(words(text))];
}

/** Whether a word is a pair or a character of a script without spaces. */
export function isUnspaced(word: string): boolean {
  return !ascii.test(word) && patterns().unspaced.test(word);
}

/** The text for the full-text index: the text itself, and the pairs and characters that `words` may look up. */
export function indexText(text: string): string {
  const folded = fold(text);
  if (ascii.test(folded)) return folded;
  const grams: string[] = [];
  for (const [run] of folded.matchAll(patterns().unspacedRun)) {
    const characters = [...run];
    grams.push(...characters, ...pairs(characters));
  }
  return grams.length === 0 ? folded : `${folded} ${grams.join(" ")}`;
}

function pairs(characters: readonly string[]): string[] {
  if (characters.length < 2) return [...characters];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

const scripts =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー々";
const asciiRun = /[a-z0-9]+/g;
const ascii = /^\p{ASCII}*$/u;
/** Tables of Unicode take a while to make, and most texts are ASCII. */
const patterns = once(() => ({
  word: /[\p{L}\p{N}\p{M}]+/gu,
  unspacedRun: new RegExp(`[${scripts}]+`, "gu"),
  piece: new RegExp(`[${scripts}]+|[^${scripts}]+`, "gu"),
  unspacedAnywhere: new RegExp(`[${scripts}]`, "u"),
  unspaced: new RegExp(`^[${scripts}]`, "u"),
}));
