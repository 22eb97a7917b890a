import { stem } from "../../../store/stem.ts";
import { isFunctionWord } from "./function-words.ts";

// What a word that no memory holds may have meant: a typing error or another ending away.

/** Stems, and how much each counts, over 0 to 1. */
export type NearStems = ReadonlyMap<string, number>;

/** Shorter words have too many neighbours; numbers and codes are right or wrong. */
export function isGuessed(word: string): boolean {
  return word.length >= minLength && !/\p{N}/u.test(word);
}

const minLength = 4;
const minStem = 3;
const letters = "abcdefghijklmnopqrstuvwxyz";
const likeness = { exchanged: 0.95, missing: 0.9, extra: 0.9, wrong: 0.8, ending: 0.6, twice: 0.6 };

/** The stems of all words that are one typing error away, with the likeness of that error. */
export function oneErrorAway(word: string): NearStems {
  const near = new Map<string, number>();
  const add = (other: string, like: number) => {
    const found = stem(other);
    if (found.length < minStem || isFunctionWord(other)) return;
    near.set(found, Math.max(like, near.get(found) ?? 0));
  };
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    const [first = "", second = ""] = after;
    if (second !== "") add(before + second + first + after.slice(2), likeness.exchanged);
    if (first !== "" && word.length > minLength) add(before + after.slice(1), likeness.extra);
    // The first letter is seldom wrong or missing, and short words have too many neighbours.
    if (at === 0) continue;
    for (const letter of letters) {
      add(before + letter + after, likeness.missing);
      if (first !== "" && word.length > minLength) add(before + letter + after.slice(1), likeness.wrong);
    }
  }
  return near;
}

/** How the words begin whose errors come later; that part of the vocabulary is read as a whole. */
export function beginningOf(word: string): string {
  return word.slice(0, 3);
}

/** The stems of a part of the vocabulary that another ending or two errors away are. */
export function furtherAway(word: string, vocabulary: Iterable<string>): NearStems {
  const own = stem(word);
  const near = new Map<string, number>();
  for (const other of vocabulary) {
    const shared = sharedBeginning(own, other);
    const rest = Math.max(own.length, other.length) - shared;
    if (shared >= 5 && rest <= 4) near.set(other, likeness.ending);
    else if (word.length > 7 && other.length > 4 && errorsBetween(own, other) <= 2) near.set(other, likeness.twice);
  }
  return near;
}

function sharedBeginning(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/** Letters that are missing, too many or wrong; 3 is any more. @see https://en.wikipedia.org/wiki/Levenshtein_distance */
function errorsBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced));
    }
    last = row;
  }
  return Math.min(3, last[b.length] ?? 3);
}
