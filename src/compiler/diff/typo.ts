import { wordsIn } from "./word-diff.ts";

/**
 * Only slips of the pen were fixed: as many words as before, and of each that differs one letter is doubled, missing or in
 * the wrong order. Where another letter stands, it may be another word ("now", "not"), so that counts as a change of meaning.
 */
export function isTypo(base: string, head: string): boolean {
  const [was, is] = [wordsIn(base), wordsIn(head)];
  if (was.length !== is.length) return false;
  const changed = was.flatMap((word, index) => (word === is[index] ? [] : [[word, is[index] ?? ""] as const]));
  return changed.length > 0 && changed.length <= most && changed.every(([one, other]) => isSlip(one, other));
}

/** More of them are another text. */
const most = 3;

function isSlip(one: string, other: string): boolean {
  if (!isWord(one) || !isWord(other)) return false;
  if (one.length === other.length) return one.length >= 3 && areSwapped(one, other);
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  // A first letter makes an opposite ("typical", "atypical"), a last one another form ("read", "reads").
  return long.length - short.length === 1 && short.length >= 4 && hasOneMore(short, long);
}

function isWord(word: string): boolean {
  return /^[\p{L}]+[.,;:!?)]*$/u.test(word);
}

function areSwapped(one: string, other: string): boolean {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return (
    at !== -1 && one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2)
  );
}

function hasOneMore(short: string, long: string): boolean {
  const at = [...long].findIndex((letter, index) => letter !== short[index]);
  const isInside = at > 0 && at < long.replace(/[.,;:!?)]+$/, "").length - 1;
  return isInside && short.slice(at) === long.slice(at + 1);
}
