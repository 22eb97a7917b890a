import type { FoundMemory } from "../../../store/memory-search.ts";
import { aboutPlaces } from "./about-place.ts";
import { agree, dateOf, datesIn } from "./dates.ts";
import type { Question } from "./question.ts";
import { type Reading, readerOf } from "./read-memory.ts";
import type { WeighedWord, WeighedWords } from "./weigh-words.ts";

/** A memory with what it has of a question. */
export interface Ranked {
  readonly memory: FoundMemory;
  readonly reading: Reading;
  /** How many of the asked dates it was known on, or names. */
  readonly dates: number;
  /** What it has of what was asked, 0 to 1: the share of the words and dates, each by what it tells. */
  readonly score: number;
  /** What the order goes by. */
  readonly strength: number;
}

/** BM25: how soon a repeated word counts no more, and how much the length of a memory counts. */
const saturation = 1.2;
const lengthShare = 0.3;

/** Of what a rare word tells: a date that fits. */
export const dateShare = 0.75;

/** Of what a rare word tells: a time where the question asks for one, a number where it asks for one. */
const wantShare = 0.3;

/** Of what the rarer of two words tells: that they stand together in the question and in the memory. */
const togetherShare = 0.6;
/** Words between which at most so many places lie stand together; in the question, too. */
const together = { text: 4, question: 2 };

/** How much more a memory counts that has everything that was asked. */
const completeShare = 0.5;

/** What a word counts that the place is about. */
const aboutShare = 0.3;

/** What a word beside the question counts. */
const besideShare = 0.3;

/**
 * The order of memories by their words: BM25, where a word counts what it tells (`weighWords`) and by the part of the memory that it stands
 * in; and what lies between the words: neighbours in the question that are neighbours in the memory, dates, and what kind of answer
 * is wanted.
 */
export function rankWords(
  question: Question,
  { words, rare }: WeighedWords,
  memories: readonly FoundMemory[],
): readonly Ranked[] {
  const read = readerOf(words);
  const readings = memories.map((memory) => ({ memory, reading: read(memory) }));
  const aboutOf = aboutPlaces(readings, words);
  const meanLength = readings.reduce((sum, { reading }) => sum + reading.length, 0) / Math.max(1, readings.length);
  const dateTells = dateShare * rare;
  const asked =
    words.reduce((sum, { isAsked, telling }) => sum + (isAsked ? telling : 0), 0) + dateTells * question.dates.length;
  return readings.map(({ memory, reading }) => {
    const dates = datesOf(question, memory);
    const about = aboutOf(memory);
    const damping = saturation * (1 - lengthShare + (lengthShare * reading.length) / meanLength);
    let strength =
      togetherShare * closeness(words, reading) + dateTells * dates + wantShare * rare * wanted(question, memory);
    let had = dateTells * dates;
    for (const [index, { isAsked, telling }] of words.entries()) {
      const amount = Math.max(reading.amounts[index] ?? 0, aboutShare * (about[index] ?? 0));
      strength += ((isAsked ? 1 : besideShare) * telling * amount * (saturation + 1)) / (amount + damping);
      if (isAsked) had += telling * (reading.shares[index] ?? 0);
    }
    const score = asked === 0 ? 0 : had / asked;
    return { memory, reading, dates, score, strength: strength * (1 + completeShare * score) };
  });
}

function datesOf({ dates }: Question, { createdAt, title, content }: FoundMemory): number {
  if (dates.length === 0) return 0;
  const known = [dateOf(createdAt), ...datesIn(`${title}\n${content}`)];
  return dates.filter((date) => known.some((each) => agree(date, each))).length;
}

const monthNames = "january|february|march|april|june|july|august|september|october|november|december";
const times = new RegExp(
  [
    "\\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tomorrow|yesterday|tonight|weekend|o'clock)\\b",
    "\\b(?:last|next|this) (?:week|month|year|night|spring|summer|autumn|winter)\\b",
    `\\b(?:days?|weeks?|months?|years?|hours?|minutes?) ago\\b|\\b(?:${monthNames})\\b`,
    "\\b\\d{1,2}[:.]\\d\\d\\b|\\b\\d{1,2}(?:st|nd|rd|th)\\b|\\b(?:19|20)\\d\\d\\b",
  ].join("|"),
  "iu",
);
const numbers =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|hundred|thousand)\b/iu;

function wanted({ wantsTime, wantsNumber }: Question, { title, content }: FoundMemory): number {
  const text = `${title}\n${content}`;
  return (wantsTime && times.test(text) ? 1 : 0) + (wantsNumber && numbers.test(text) ? 1 : 0);
}

/** What it tells that words stand together, each pair once, at its closest. */
function closeness(words: readonly WeighedWord[], { places }: Reading): number {
  const closest = new Map<string, number>();
  for (const [index, { word, at }] of places.entries()) {
    for (let next = places[index + 1], step = 2; next !== undefined && next.at - at <= together.text; step++) {
      const apart = Math.abs(next.word - word);
      if (apart > 0 && apart <= together.question) {
        const tells = Math.min(words[word]?.telling ?? 0, words[next.word]?.telling ?? 0);
        const pair = `${Math.min(word, next.word)} ${Math.max(word, next.word)}`;
        closest.set(pair, Math.max(closest.get(pair) ?? 0, tells / Math.max(1, next.at - at) / apart));
      }
      next = places[index + step];
    }
  }
  return [...closest.values()].reduce((sum, tells) => sum + tells, 0);
}
