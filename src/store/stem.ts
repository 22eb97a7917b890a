// The stems under which the full-text index keeps words: what its tokenizer does, for looking words up in its vocabulary. A test
// holds the two together. See https://www.sqlite.org/fts5.html#the_porter_tokenizer and https://tartarus.org/martin/PorterStemmer
import { withoutMarks } from "../contract/comparable-text.ts";

/** The tokenizer leaves longer words alone, and shorter ones. */
const maxBytes = 64;
const minLength = 3;

/** The stem of one word as `words.ts` makes them. */
export function stem(word: string): string {
  if (ascii.test(word)) return word.length < minLength || word.length > maxBytes ? word : porter(word);
  const plain = withoutMarks(word);
  return encoder.encode(plain).length > maxBytes ? plain : porter(plain);
}

const ascii = /^\p{ASCII}*$/u;
const encoder = new TextEncoder();
const consonant = "(?:[^aeiouy]|(?<![^aeiou])y)";
const vowel = "(?:[aeiou]|(?<=[^aeiou])y)";
const voiced = new RegExp(vowel, "u");
/** At least one, exactly one, and more than one sequence of vowels followed by consonants. */
const measured = new RegExp(`^${consonant}*${vowel}+${consonant}`, "u");
const measuredOnce = new RegExp(`^${consonant}*${vowel}+${consonant}+${vowel}*$`, "u");
const measuredTwice = new RegExp(`^${consonant}*${vowel}+${consonant}+${vowel}+${consonant}`, "u");
/** The tokenizer reads bytes: a letter that is not ASCII is several consonants to it. */
const closed = new RegExp(`${consonant}${vowel}(?=[!-~])(?![wxy])${consonant}$`, "u");
const doubled = /([^aeioulsz])\1$/u;

const secondEndings = new Map([
  ["ational", "ate"],
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["logi", "log"],
  ["bli", "ble"],
  ["alli", "al"],
  ["entli", "ent"],
  ["eli", "e"],
  ["ousli", "ous"],
  ["ization", "ize"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["biliti", "ble"],
]);
const thirdEndings = new Map([
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
]);
// An ending begins as far to the left as it can, so the longest one is found.
const second = new RegExp(`(?:${[...secondEndings.keys()].join("|")})$`, "u");
const third = new RegExp(`(?:${[...thirdEndings.keys()].join("|")})$`, "u");
const fourth = /(?:al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|(?<=[st])ion|ou|ism|ate|iti|ous|ive|ize)$/u;

function porter(word: string): string {
  let text = withoutPlural(word);
  text = withoutPast(text);
  if (text.endsWith("y") && voiced.test(text.slice(0, -1))) text = `${text.slice(0, -1)}i`;
  text = replaced(text, second, secondEndings);
  text = replaced(text, third, thirdEndings);

  const shorter = text.replace(fourth, "");
  if (measuredTwice.test(shorter)) text = shorter;

  if (text.endsWith("e")) {
    const rest = text.slice(0, -1);
    if (measuredTwice.test(rest) || (measuredOnce.test(rest) && !closed.test(rest))) text = rest;
  }
  return text.endsWith("ll") && measuredTwice.test(text.slice(0, -1)) ? text.slice(0, -1) : text;
}

function withoutPlural(text: string): string {
  if (/.(?:ss|i)es$/u.test(text)) return text.slice(0, -2);
  return /[^s]s$/u.test(text) ? text.slice(0, -1) : text;
}

function withoutPast(text: string): string {
  if (/.eed$/u.test(text)) return measured.test(text.slice(0, -3)) ? text.slice(0, -1) : text;
  const rest = text.replace(/(?:ed|ing)$/u, "");
  if (rest === text || !voiced.test(rest)) return text;
  if (/(?:at|bl|iz)$/u.test(rest)) return `${rest}e`;
  if (doubled.test(rest)) return rest.slice(0, -1);
  return measuredOnce.test(rest) && closed.test(rest) ? `${rest}e` : rest;
}

function replaced(text: string, endings: RegExp, replacements: ReadonlyMap<string, string>): string {
  const ending = endings.exec(text)?.[0];
  if (ending === undefined) return text;
  const rest = text.slice(0, -ending.length);
  return measured.test(rest) ? `${rest}${replacements.get(ending)}` : text;
}
