import { stem } from "../../store/stem.ts";
import { words } from "../../store/words.ts";
import { isFunctionWord } from "../memories/recall/function-words.ts";
import { cutAtWord } from "../memories/title.ts";
import { sentencesOf } from "./sentences.ts";

export interface Summary {
  readonly text: string;
  /** It lacks parts of the texts. */
  readonly isCut: boolean;
}

interface Part {
  readonly text: string;
  /** Which of the texts it is from. */
  readonly source: number;
  /** Different stems of what it is about. */
  readonly stems: readonly string[];
}

/** In code points. */
const maxLength = 4_000;

/** Bounds the work for long texts: what is read of each, in UTF-16 code units, and of how many sentences a choice is made. */
const readLength = 8_000;
const maxSentences = 1_000;

/** What is shown at least of a sentence that is cut, in code points. */
const minCutLength = 200;

/**
 * The sentences of several texts, each once, one line for each text. Where that is too long: those whose words most of the sentences
 * have, and of each word not too much. They stay as they are; of one that is too long by itself the beginning stands for it.
 * @see SumBasic: Nenkova, Vanderwende: The Impact of Frequency on Summarization (2005)
 */
export function summaryOf(texts: readonly string[]): Summary {
  const all = differentSentences(texts.map((text) => text.slice(0, readLength)));
  const isRead = texts.every((text) => text.length <= readLength);
  const whole = joined(all);
  if ([...whole].length <= maxLength) return { text: whole, isCut: !isRead };
  const cutLength = Math.max(minCutLength, Math.floor(maxLength / texts.length) - 1);
  const parts = all.slice(0, maxSentences).map((one) => (fits(one.text) ? one : beginningOf(one, cutLength)));
  const kept = chosenParts(parts);
  return { text: joined(parts.filter((sentence) => kept.has(sentence))), isCut: true };
}

/** A separator goes with each. */
function fits(text: string): boolean {
  return [...text].length + 1 <= maxLength;
}

/** Text without an end of a sentence, such as code, would have no place otherwise. */
function beginningOf({ text, source }: Part, length: number): Part {
  const beginning = cutAtWord(text, length - 1);
  return { text: `${beginning}…`, source, stems: stemsOf(words(beginning)) };
}

function differentSentences(texts: readonly string[]): readonly Part[] {
  const seen = new Set<string>();
  return texts.flatMap((whole, source) =>
    sentencesOf(whole).flatMap(({ text, key, words: said }): readonly Part[] => {
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ text, source, stems: stemsOf(said) }];
    }),
  );
}

function stemsOf(said: readonly string[]): readonly string[] {
  return [...new Set(said.filter((word) => !isFunctionWord(word)).map(stem))];
}

function chosenParts(sentences: readonly Part[]): ReadonlySet<Part> {
  const shares = new Map<string, number>();
  for (const { stems } of sentences) {
    for (const one of stems) shares.set(one, (shares.get(one) ?? 0) + 1 / sentences.length);
  }
  const kept = new Set<Part>();
  const left = new Set(sentences);
  let space = maxLength;
  while (left.size > 0) {
    const best = heaviest(left, shares);
    left.delete(best);
    // A separator goes with each.
    const length = [...best.text].length + 1;
    if (length > space) continue;
    space -= length;
    kept.add(best);
    // What was said counts less from now on.
    for (const one of best.stems) shares.set(one, (shares.get(one) ?? 0) ** 2);
  }
  return kept;
}

/** The first of those with the highest mean share. */
function heaviest(sentences: ReadonlySet<Part>, shares: ReadonlyMap<string, number>): Part {
  let best: { readonly sentence: Part; readonly weight: number } | undefined;
  for (const sentence of sentences) {
    const sum = sentence.stems.reduce((all, one) => all + (shares.get(one) ?? 0), 0);
    const weight = sum / Math.max(1, sentence.stems.length);
    if (best === undefined || weight > best.weight) best = { sentence, weight };
  }
  if (best === undefined) throw new Error("invariant: one of no sentences was asked for");
  return best.sentence;
}

function joined(sentences: readonly Part[]): string {
  const lines = new Map<number, string>();
  for (const { source, text } of sentences) {
    const line = lines.get(source);
    lines.set(source, line === undefined ? text : `${line} ${text}`);
  }
  return [...lines.values()].join("\n");
}
