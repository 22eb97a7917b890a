import type { MemoryRows } from "../../../store/memory-rows.ts";
import { beginningOf, furtherAway, isGuessed, type NearStems, oneErrorAway } from "./nearest-stems.ts";
import type { AskedWord } from "./question.ts";

/** A word with what the store knows of it. */
export interface WeighedWord extends AskedWord {
  /** What finding it tells (`tellingOf`); less for words that texts about anything have. */
  readonly telling: number;
  /** How many memories hold any of its stems. */
  readonly holding: number;
  /** What finding each of its stems tells; stems that no memory holds are left out. */
  readonly strengths: ReadonlyMap<string, number>;
  /** No memory holds it; its stems are those of similar words, if there are any. */
  readonly isUnknown: boolean;
}

export interface WeighedWords {
  readonly words: readonly WeighedWord[];
  /** What a word tells that one memory alone holds: a measure for sums. */
  readonly rare: number;
}

/** Looking for what a word may have meant costs time. */
const maxGuessed = 4;
const maxNear = 3;
const lengthMargin = 4;
const commonShare = 0.6;

/** A stem that counts less is another word. */
const leastLike = 0.8;

type Vocabulary = Pick<MemoryRows, "size" | "holding" | "stemsBeginning">;

export async function weighWords(vocabulary: Vocabulary, words: readonly AskedWord[]): Promise<WeighedWords> {
  const size = await vocabulary.size();
  const counts = new Map(await vocabulary.holding([...new Set(words.flatMap(({ stems }) => [...stems.keys()]))]));
  const isUnknown = ({ stems }: AskedWord) => ![...stems].some(([stem, share]) => share === 1 && counts.has(stem));
  const unknown = words.filter(isUnknown);
  const guesses = new Map<AskedWord, NearStems>();
  for (const word of unknown.filter(({ word }) => isGuessed(word)).slice(0, maxGuessed)) {
    guesses.set(word, await guess(vocabulary, word.word, counts));
  }
  const tells = (stem: string) => tellingOf(counts.get(stem) ?? 0, size);
  const weighed = words.map((word): WeighedWord => {
    const stems = new Map([...(guesses.get(word) ?? []), ...word.stems]);
    const held = [...stems].filter(([stem]) => counts.has(stem));
    const holding = (least: number) =>
      held.reduce((sum, [stem, share]) => sum + (share >= least ? (counts.get(stem) ?? 0) : 0), 0);
    // Of a word that nothing holds its like: so a typing error makes no word rarer.
    const telling =
      (word.isCommon ? commonShare : 1) * tellingOf(holding(unknown.includes(word) ? leastLike : 1), size);
    const strengths = new Map(held.map(([stem, share]) => [stem, share * Math.min(telling, tells(stem))]));
    return { ...word, telling, holding: holding(0), strengths, isUnknown: unknown.includes(word) };
  });
  return { words: weighed, rare: tellingOf(1, size) };
}

/** What a word may have meant, by the vocabulary. @param counts gets how many memories hold each stem */
async function guess(vocabulary: Vocabulary, word: string, counts: Map<string, number>): Promise<NearStems> {
  const beginning = beginningOf(word);
  const lengths = { from: Math.max(3, word.length - lengthMargin), to: word.length + lengthMargin };
  const beginningAlike = await vocabulary.stemsBeginning({ beginning, ...lengths });
  let near = oneErrorAway(word);
  let held = await vocabulary.holding(
    [...near.keys()].filter((stem) => !stem.startsWith(beginning) || beginningAlike.has(stem)),
  );
  if (held.size === 0) {
    near = furtherAway(word, beginningAlike);
    held = await vocabulary.holding([...near.keys()]);
  }
  const countOf = (stem: string) => held.get(stem) ?? 0;
  const known = [...near].filter(([stem]) => held.has(stem));
  const [best] = known.sort(([a, one], [b, other]) => other - one || countOf(b) - countOf(a) || (a < b ? -1 : 1));
  const chosen = known.filter(([, share]) => share >= (best?.[1] ?? 0) - 0.1).slice(0, maxNear);
  for (const [stem] of chosen) counts.set(stem, countOf(stem));
  return new Map(chosen);
}

/** In a store of few memories the share that holds a word says nothing about the word. */
const leastSize = 200;

/**
 * What it tells that a memory holds a word: ln(1 + (N - n + 0.5) / (n + 0.5)) for n of N memories. Never 0, unlike FTS5's measure, which
 * counts a word that half of the memories hold as nothing.
 */
function tellingOf(holding: number, size: number): number {
  const all = Math.max(size, leastSize, holding);
  return Math.log(1 + (all - holding + 0.5) / (holding + 0.5));
}
