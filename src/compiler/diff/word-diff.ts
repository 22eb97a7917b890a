import { clip } from "../../contract/utf8.ts";

/** Longer texts are not compared word by word: from the first difference to the last, one is put for the other. */
const maxWords = 200;
/** Words that are shown around a difference. */
const around = 3;
const maxShown = 400;

/**
 * What changed between two texts, as `git diff --word-diff` writes it: "Create a [-note-] {+memo+} in …". White space is
 * nothing but a border between words.
 */
export function wordDiff(base: string, head: string): string {
  const was = wordsIn(base);
  const is = wordsIn(head);
  let start = 0;
  while (start < was.length && start < is.length && was[start] === is[start]) start++;
  let end = 0;
  while (end < Math.min(was.length, is.length) - start && was.at(-1 - end) === is.at(-1 - end)) end++;
  const before = was.slice(0, start);
  const after = was.slice(was.length - end);
  const middle = steps(was.slice(start, was.length - end), is.slice(start, is.length - end));
  const parts = [
    ...(before.length > around ? ["…"] : []),
    ...before.slice(-around),
    ...middle,
    ...after.slice(0, around),
    ...(after.length > around ? ["…"] : []),
  ];
  return clip(parts.join(" "), maxShown);
}

export function wordsIn(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** Other words, not only other white space. */
export function isReworded(base: string | undefined, head: string | undefined): boolean {
  return base !== head && wordsIn(base ?? "").join(" ") !== wordsIn(head ?? "").join(" ");
}

export function isBlank(text: string | undefined): boolean {
  return (text ?? "").trim() === "";
}

/** The middle as it is shown: words that stayed, and runs of words that went and came. */
function steps(was: readonly string[], is: readonly string[]): readonly string[] {
  if (was.length > maxWords || is.length > maxWords) return replaced(was, is);
  const shown: string[] = [];
  let oldAt = 0;
  let newAt = 0;
  for (const [inWas, inIs] of commonWords(was, is)) {
    shown.push(...replaced(was.slice(oldAt, inWas), is.slice(newAt, inIs)), was[inWas] ?? "");
    oldAt = inWas + 1;
    newAt = inIs + 1;
  }
  shown.push(...replaced(was.slice(oldAt), is.slice(newAt)));
  return shown;
}

function replaced(was: readonly string[], is: readonly string[]): readonly string[] {
  return [...(was.length === 0 ? [] : [`[-${was.join(" ")}-]`]), ...(is.length === 0 ? [] : [`{+${is.join(" ")}+}`])];
}

/** Index pairs of a longest common subsequence, in order. */
function commonWords(was: readonly string[], is: readonly string[]): readonly (readonly [number, number])[] {
  const width = is.length + 1;
  // longest[i * width + j]: how many words the ends from i and from j have in common.
  const longest = new Uint16Array((was.length + 1) * width);
  const at = (i: number, j: number): number => longest[i * width + j] ?? 0;
  for (let i = was.length - 1; i >= 0; i--) {
    for (let j = is.length - 1; j >= 0; j--) {
      longest[i * width + j] = was[i] === is[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < was.length && j < is.length; ) {
    if (was[i] === is[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}
