import { stem } from "../../../store/stem.ts";
import { isUnspaced, words } from "../../../store/words.ts";
import { isCommonWord } from "./common-words.ts";
import { datesIn, type SpokenDate } from "./dates.ts";
import { isFunctionWord } from "./function-words.ts";
import { dictionaryForms, otherForms } from "./irregular-forms.ts";
import { thingsOfKind } from "./kinds.ts";
import { synonyms } from "./synonyms.ts";

/** What is asked: the words that a memory may hold, and the dates. */
export interface Question {
  /** Each once, in the order of the question; function words are none, so that a question of these alone finds nothing. */
  readonly words: readonly AskedWord[];
  readonly dates: readonly SpokenDate[];
  /** Asks for a time. */
  readonly wantsTime: boolean;
  /** Asks for a number. */
  readonly wantsNumber: boolean;
}

export interface AskedWord {
  readonly word: string;
  /** Stems of the word and its forms, which count 1, and of its synonyms, which count less. */
  readonly stems: ReadonlyMap<string, number>;
  /** false: a word beside the question, which only ranks. */
  readonly isAsked: boolean;
  /** Written with a capital within a sentence, or part of a code. */
  readonly isName: boolean;
  /** The code that it is a part of, like 'CVE-2026-20817': all of it is meant, or nothing. */
  readonly code?: string;
  /** Stands in texts about anything. */
  readonly isCommon: boolean;
  /** Two neighbours in a script without spaces, which may belong to two words. */
  readonly isPair: boolean;
}

const synonymShare = 0.5;
const kindShare = 0.7;

/** @param beside more words that count less */
export function questionOf(context: string, beside: readonly string[]): Question {
  const dates = datesIn(context);
  const ofDates = new Set(dates.flatMap((date) => date.words));
  const all = words(context.replace(measureQuestion, "how"));
  const asked = all.filter((word) => !ofDates.has(word) && !isFunctionWord(word));
  const aside = words(beside.join("\n")).filter((word) => !isFunctionWord(word));
  const names = namesIn(context);
  const codes = codesIn(context);
  const known = new Map<string, AskedWord>();
  const add = (word: string, isAsked: boolean) => {
    const own = stem(word);
    if (known.has(own)) return;
    const code = codes.get(word);
    const isName = code !== undefined || (names.has(word) && !isFunctionWord(word));
    const part = code === undefined ? {} : { code };
    const isCommon = isCommonWord(word);
    known.set(own, { word, stems: stemsOf(word, own), isAsked, isName, isCommon, ...part, isPair: isUnspaced(word) });
  };
  for (const word of asked) add(word, true);
  for (const word of aside) add(word, false);
  return {
    words: [...known.values()],
    dates,
    wantsTime: timeQuestion.test(context),
    wantsNumber: numberQuestion.test(context),
  };
}

function stemsOf(word: string, own: string): ReadonlyMap<string, number> {
  const forms = new Set([word, ...dictionaryForms(word)].flatMap((form) => [form, ...otherForms(form)]));
  const same = [...forms].flatMap(otherForms).map((form): [string, number] => [stem(form), 1]);
  const similar = [...forms].flatMap(synonyms).map((form): [string, number] => [stem(form), synonymShare]);
  const ofKind = [...forms].flatMap(thingsOfKind).map((form): [string, number] => [stem(form), kindShare]);
  return new Map([...ofKind, ...similar, ...same, [own, 1]]);
}

/** A capital at the start of a sentence says nothing. */
function namesIn(context: string): ReadonlySet<string> {
  return new Set(
    words([...context.matchAll(/(?<!(?:^|[.!?:])\s*)(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}\p{M}]*/gu)].join(" ")),
  );
}

/** The words of each run of several with a digit in it, by word. */
function codesIn(context: string): ReadonlyMap<string, string> {
  const codes = [...context.matchAll(/[\p{L}\p{N}]+(?:[-_./][\p{L}\p{N}]+)+/gu)].map(([run]) => run);
  const mixed = codes.filter((run) => /\p{N}/u.test(run) && /\p{L}/u.test(run));
  return new Map(mixed.flatMap((run) => words(run).map((word): [string, string] => [word, run])));
}

/** The second word asks for a measure and is in no answer. */
const measureQuestion = /\bhow (?:long|often|old|tall|far|big|large|high|deep|wide|heavy|fast|soon)\b/giu;
const timeQuestion =
  /\b(?:when|what time|wh(?:at|ich) (?:day|date|month|year)|(?:since|until|till) when|how long ago|deadline)\b/iu;
const numberQuestion =
  /\bhow (?:many|much|long|often|old|tall|far|big|large|high)\b|\bwh(?:at|ich) (?:number|price|port|version|amount|size|percentage)\b/iu;
