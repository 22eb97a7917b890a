import { stem } from "../../store/stem.ts";
import { words } from "../../store/words.ts";
import { questionOf } from "./recall/question.ts";

/** A content of so many characters is shown as a whole in the compact form. */
const maxShown = 1000;

/** What of a cut content stands before the first word that was asked for. */
const before = 100;

/** A content as it is shown, in so many bytes if that is possible. */
export type ContentCut = (content: string, maxBytes: number) => string;

/**
 * Cuts long contents to a part of whole words: where most of the question stands together, else the beginning. The mark behind it says how
 * long the content is and what shows all of it.
 */
export function contentCut(question: string): ContentCut {
  const asked = new Map(
    questionOf(question, []).words.flatMap(({ stems }, index) => [...stems.keys()].map((each) => [each, index])),
  );
  return (content, maxBytes) => {
    const total = [...content].length;
    if (total <= maxShown && Buffer.byteLength(content) <= maxBytes) return content;
    const mark = `… (${total.toLocaleString("en-US")} characters; memory_get shows all)`;
    const start = startOf(content, asked);
    const head = start === 0 ? "" : "… ";
    const left = maxBytes - Buffer.byteLength(` ${head}${mark}`);
    const part = wholeWords(content.slice(start), maxShown, Math.max(0, left));
    const cut = part === "" ? mark : `${head}${part} ${mark}`;
    return cut.length < content.length ? cut : content;
  };
}

/** A little before the words of the question that stand closest together. */
function startOf(content: string, asked: ReadonlyMap<string, number>): number {
  const found = [...content.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].flatMap(({ 0: run, index }) =>
    words(run).flatMap((word) => {
      const which = asked.get(stem(word));
      return which === undefined ? [] : { which, index };
    }),
  );
  let best = { index: 0, count: 0 };
  for (const [place, { index }] of found.entries()) {
    const end = index + maxShown - before;
    const together = new Set<number>();
    for (let next = place; (found[next]?.index ?? end) < end; next++) together.add(found[next]?.which ?? 0);
    if (together.size > best.count) best = { index, count: together.size };
  }
  const from = best.index - before;
  if (from <= 0) return 0;
  const blank = content.slice(from, best.index).search(/\s\S/u);
  return blank === -1 ? best.index : from + blank + 1;
}

/** The beginning of a text, to the last white space that fits if there is one in the second half. */
function wholeWords(text: string, maxCharacters: number, maxBytes: number): string {
  let kept = "";
  let bytes = 0;
  let count = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    count += 1;
    if (bytes > maxBytes || count > maxCharacters) {
      const blank = /\s/u.test(character) ? -1 : kept.search(/\s\S*$/u);
      return (blank > kept.length / 2 ? kept.slice(0, blank) : kept).trimEnd();
    }
    kept += character;
  }
  return kept.trimEnd();
}
