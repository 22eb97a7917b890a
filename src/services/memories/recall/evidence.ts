import type { Surrounded } from "./beside.ts";
import type { Question } from "./question.ts";
import { dateShare } from "./rank.ts";
import type { WeighedWord, WeighedWords } from "./weigh-words.ts";

/**
 * What speaks for a memory as an answer, and what against it: shares of what the question tells in all. A name that is nowhere,
 * or not in this memory, speaks most against it: "the birthday of Ann" is not answered by Ben's. A word that other memories
 * hold says less than one that none holds, because people ask with other words than they store. A gain is what of the word is
 * enough for an answer: of a name half, because many memories are about whom the question names. Found by regression on the sets to
 * develop with, and rounded; raising any or taking from it by a fifth changes few verdicts.
 */
const findings = {
  held: { share: 3, gain: 1 },
  heldName: { share: 3, gain: 0.5 },
  heldNear: { share: 3, gain: 0.7 },
  unknown: { share: -2, gain: 0 },
  unknownName: { share: -6, gain: 0 },
  lacking: { share: -1.5, gain: 0 },
  lackingName: { share: -5, gain: 0 },
} as const;

type Finding = keyof typeof findings;

/** The share of a date that fits. */
const dateFits = 5;

/** Three rare words are enough, however long the question is. */
const enough = { words: 3, gain: 6 };
const doubt = -2;

/** Who has less of a word has another one. */
const nearlyAll = 0.85;

/** What a memory has of a word that a neighbour holds. */
const aroundShare = 0.8;

/** Whether as much speaks for any of the best memories as against it. */
export function isAnswered(question: Question, words: WeighedWords, best: readonly Surrounded[]): boolean {
  return best.some((each) => evidence(question, words, each) >= 0);
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
    weigh(word.telling, findings[finding].share * (finding === "heldNear" ? share : 1));
    gained += word.telling * findings[finding].gain;
  }
  const dateTells = dateShare * rare;
  weigh(dateTells * dates, dateFits);
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
  if (isName) return isUnknown && strengths.size === 0 ? "unknownName" : "lackingName";
  return isUnknown ? "unknown" : "lacking";
}
