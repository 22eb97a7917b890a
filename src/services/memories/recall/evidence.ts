import type { Surrounded } from "./beside.ts";
import type { Question } from "./question.ts";
import { dateShare } from "./rank.ts";
import type { WeighedWord, WeighedWords } from "./weigh-words.ts";

/**
 * What speaks for a memory as an answer, and what against it: shares of what the question tells in all. A name that is nowhere,
 * or not in this memory, speaks most against it: "the birthday of Ann" is not answered by Ben's. A word that other memories
 * hold says little, because people ask with other words than they store. Found by regression on the sets to develop with, and
 * rounded; halving or raising any by half changes few verdicts.
 */
const shares = {
  held: 3,
  heldName: 2,
  heldNear: 3,
  date: 5,
  unknown: -2.5,
  unknownName: -6,
  lacking: -1,
  lackingName: -5,
} as const;

type Finding = Exclude<keyof typeof shares, "date">;

/** Three rare words are enough, however long the question is. */
const enough = { words: 3, gain: 6 };
const doubt = -2;

/** From here on a memory is an answer. */
const least = -0.4;

/** Who has less of a word has another one. */
const nearlyAll = 0.85;

/** What a memory has of a word that a neighbour holds. */
const aroundShare = 0.8;

/** Whether any of the best memories answers, by what it has and what it lacks. */
export function isAnswered(question: Question, words: WeighedWords, best: readonly Surrounded[]): boolean {
  return best.some((each) => evidence(question, words, each) >= least);
}

/** @returns 0 where as much speaks for the memory as against it */
export function evidence(
  question: Question,
  { words, rare }: WeighedWords,
  { reading, dates, around }: Surrounded,
): number {
  const lackingCodes = new Set(words.flatMap(({ code }, index) => (reading.shares[index] === 0 ? (code ?? []) : [])));
  let sum = 0;
  let weighed = 0;
  let gained = 0;
  const weigh = (tells: number, share: number) => {
    weighed += tells;
    sum += tells * share;
  };
  for (const [index, word] of words.entries()) {
    const near = aroundShare * Math.max(0, ...around.map(({ shares }) => shares[index] ?? 0));
    const own = Math.max(near, reading.shares[index] ?? 0);
    const share = word.code !== undefined && lackingCodes.has(word.code) ? 0 : own;
    // Words beside the question speak for a memory, never against it; pairs of characters may be no words.
    if (share === 0 && (!word.isAsked || word.isPair)) continue;
    // All memories of the place have it.
    if (reading.ofPlace.has(index)) continue;
    const finding = findingOf(word, share);
    weigh(word.telling, shares[finding] * (finding === "heldNear" ? share : 1));
    if (share > 0) gained += word.telling * (finding === "held" ? 1 : 0.5);
  }
  const dateTells = dateShare * rare;
  weigh(dateTells * dates, shares.date);
  weigh(dateTells * (question.dates.length - dates), 0);
  gained += dateTells * dates;
  const gain = enough.gain * Math.min(1, gained / (enough.words * rare));
  return weighed === 0 ? doubt : doubt + sum / weighed + gain;
}

function findingOf({ isName, isUnknown, strengths }: WeighedWord, share: number): Finding {
  if (share > 0) {
    if (isUnknown || share < nearlyAll) return "heldNear";
    return isName ? "heldName" : "held";
  }
  if (isUnknown && strengths.size === 0) return isName ? "unknownName" : "unknown";
  return isName ? "lackingName" : "lacking";
}
