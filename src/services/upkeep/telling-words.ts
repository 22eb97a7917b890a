import type { MemoryRow } from "../../store/memory-rows.ts";
import { stem } from "../../store/stem.ts";
import type { ReadableRows } from "../../store/store.ts";
import { isUnspaced, words } from "../../store/words.ts";
import { isCommonWord } from "../memories/recall/common-words.ts";
import { isFunctionWord } from "../memories/recall/function-words.ts";

/** A title says in few words what a content is about. */
const titleWeight = 2;
const minLength = 3;
const maxLength = 64;

/** Bounds the work for a long text. */
const maxStems = 1_000;

/** In a store of few memories the share that holds a word says nothing about it. */
const leastSize = 200;

/** Less says that the text is about it. */
const leastShare = 0.5;

/**
 * The words that tell what a memory is about, most telling first: those that it says often and other live memories seldom. Words of scripts
 * without spaces are none, because their pairs of characters may be no words.
 */
export async function tellingWords(
  { memories }: Pick<ReadableRows, "memories">,
  { title, content }: Pick<MemoryRow, "title" | "content">,
  { limit, now }: { readonly limit: number; readonly now: number },
): Promise<readonly string[]> {
  const found = new Map<string, { readonly word: string; said: number }>();
  const add = (word: string, weight: number) => {
    const own = stem(word);
    const known = found.get(own);
    if (known !== undefined) known.said += weight;
    else if (found.size < maxStems) found.set(own, { word, said: weight });
  };
  for (const word of words(content).filter(tells)) add(word, 1);
  for (const word of words(title).filter(tells)) add(word, titleWeight);
  const counts = await memories.holding([...found.keys()], now);
  const size = Math.max(leastSize, await memories.size());
  const weighed = [...found].map(([own, { word, said }]) => {
    const rarity = Math.log(1 + size / (counts.get(own) ?? 1));
    return { word, weight: (said / (said + 1)) * rarity };
  });
  const sorted = weighed.toSorted((a, b) => b.weight - a.weight);
  const best = sorted[0]?.weight ?? 0;
  return sorted
    .filter(({ weight }) => weight >= leastShare * best)
    .slice(0, limit)
    .map(({ word }) => word);
}

function tells(word: string): boolean {
  const { length } = word;
  return (
    length >= minLength &&
    length <= maxLength &&
    !/^\p{N}+$/u.test(word) &&
    !isFunctionWord(word) &&
    !isCommonWord(word) &&
    !isUnspaced(word)
  );
}
