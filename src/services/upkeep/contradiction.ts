import { stem } from "../../store/stem.ts";
import { isFunctionWord } from "../memories/recall/function-words.ts";
import { dictionaryForms } from "../memories/recall/irregular-forms.ts";
import { areOfOneKind } from "../memories/recall/kinds.ts";
import { negations } from "../memories/similarity.ts";
import { areOpposite, excludeEachOther, hasOpposite } from "./opposites.ts";
import { type Sentence, sentencesOf } from "./sentences.ts";

export interface Contradiction {
  /** `meaning`: a chat model says so. */
  readonly reason: "negation" | "number" | "opposite" | "value" | "meaning";
  /** The sentences that differ, as they stand in the texts. */
  readonly sentences: readonly [string, string];
}

/** What a sentence says, taken apart. */
interface Statement {
  readonly text: string;
  /** Stems of what it is about: no numbers, no negations, no function words, nothing that has an opposite. */
  readonly about: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly isNegated: boolean;
}

/** Bounds the work for long texts, in UTF-16 code units and in sentences of each. */
const readLength = 16_000;
const maxSentences = 150;

/** Share of common stems (Jaccard index) from which on two sentences are about the same. */
const sameSubject = 0.6;

/**
 * The two sentences that contradict each other most plainly; undefined: none was found, which proves nothing. Sentences that both texts
 * have are left out, so that no text contradicts itself.
 */
export function contradictionBetween(a: string, b: string): Contradiction | undefined {
  const [left, right] = [a, b].map((text) => sentencesOf(text.slice(0, readLength)).slice(0, maxSentences));
  const statements = (own: readonly Sentence[] = [], other: readonly Sentence[] = []) => {
    const known = new Set(other.map(({ key }) => key));
    return own.filter(({ key }) => !known.has(key)).map(statementOf);
  };
  const others = statements(right, left);
  let best: { readonly found: Contradiction; readonly share: number } | undefined;
  for (const one of statements(left, right)) {
    for (const other of others) {
      const share = shareOf(one.about, other.about);
      if (best !== undefined && share <= best.share) continue;
      const reason = reasonOf(one, other, share);
      if (reason !== undefined) best = { found: { reason, sentences: [one.text, other.text] }, share };
    }
  }
  return best?.found;
}

function statementOf({ text, words }: Sentence): Statement {
  const numbers = new Set(words.filter((word) => /\p{N}/u.test(word)));
  const isAbout = (word: string) =>
    !numbers.has(word) && !negations.has(word) && !isFunctionWord(word) && !hasOpposite(word);
  return {
    text,
    about: new Set(words.filter(isAbout).map(stem)),
    words: new Set(words.filter((word) => !negations.has(word))),
    numbers,
    isNegated: words.filter((word) => negations.has(word)).length % 2 === 1,
  };
}

function reasonOf(a: Statement, b: Statement, share: number): Contradiction["reason"] | undefined {
  const isSameSubject = share >= sameSubject;
  const isTurned = a.isNegated !== b.isNegated;
  if (isSameSubject && without(a.numbers, b.numbers).length > 0 && without(b.numbers, a.numbers).length > 0) {
    return isTurned ? undefined : "number";
  }
  const [ofA, ofB] = [without(a.words, b.words), without(b.words, a.words)];
  if (isSameSubject && ofA.some((word) => ofB.some((other) => areOpposite(word, other)))) {
    // "not on" and "off" are the same.
    return isTurned ? undefined : "opposite";
  }
  if (isSameSubject && isTurned) return "negation";
  return !isTurned && isOtherValue(a, b, ofA, ofB) ? "value" : undefined;
}

/** Whether all that differs is one word on either side, both of one kind. */
function isOtherValue(a: Statement, b: Statement, ofA: readonly string[], ofB: readonly string[]): boolean {
  const [one, ...more] = ofA.filter((word) => !isFunctionWord(word));
  const [other, ...others] = ofB.filter((word) => !isFunctionWord(word));
  if (one === undefined || other === undefined || more.length > 0 || others.length > 0) return false;
  if (a.about.size < 2 || b.about.size < 2 || stem(one) === stem(other)) return false;
  const forms = (word: string) => [word, ...dictionaryForms(word)];
  return forms(one).some((x) => forms(other).some((y) => excludeEachOther(x, y) || areOfOneKind(x, y)));
}

function shareOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((one) => b.has(one)).length;
  const either = a.size + b.size - common;
  return either === 0 ? 0 : common / either;
}

function without(a: ReadonlySet<string>, b: ReadonlySet<string>): readonly string[] {
  return [...a].filter((one) => !b.has(one));
}
