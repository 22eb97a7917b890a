import { stem } from "../../store/stem.ts";
import { words } from "../../store/words.ts";
import { isFunctionWord } from "../memories/recall/function-words.ts";

export interface Summary {
  readonly text: string;
  /** It lacks parts of the texts. */
  readonly isCut: boolean;
}

interface Sentence {
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

/**
 * The sentences of several texts, each once, one line for each text. Where that is too long: those whose words most of the sentences
 * have, and of each word not too much. Nothing is written anew.
 * @see SumBasic: Nenkova, Vanderwende: The Impact of Frequency on Summarization (2005)
 */
export function summaryOf(texts: readonly string[]): Summary {
  const all = differentSentences(texts.map((text) => text.slice(0, readLength)));
  const isRead = texts.every((text) => text.length <= readLength);
  const whole = joined(all);
  if ([...whole].length <= maxLength) return { text: whole, isCut: !isRead };
  const kept = mostTelling(all.slice(0, maxSentences));
  return { text: joined(all.filter((sentence) => kept.has(sentence))), isCut: true };
}

function differentSentences(texts: readonly string[]): readonly Sentence[] {
  const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
  const seen = new Set<string>();
  return texts.flatMap((whole, source) =>
    whole.split(/[\r\n\u2028\u2029]+/u).flatMap((line) =>
      [...segmenter.segment(line)].flatMap(({ segment }): readonly Sentence[] => {
        const text = segment.trim();
        const said = words(text);
        const key = said.length === 0 ? text : said.join(" ");
        if (text === "" || seen.has(key)) return [];
        seen.add(key);
        return [{ text, source, stems: [...new Set(said.filter((word) => !isFunctionWord(word)).map(stem))] }];
      }),
    ),
  );
}

function mostTelling(sentences: readonly Sentence[]): ReadonlySet<Sentence> {
  const shares = new Map<string, number>();
  for (const { stems } of sentences) {
    for (const one of stems) shares.set(one, (shares.get(one) ?? 0) + 1 / sentences.length);
  }
  const kept = new Set<Sentence>();
  const left = new Set(sentences);
  let room = maxLength;
  while (left.size > 0) {
    const best = heaviest(left, shares);
    left.delete(best);
    // A separator goes with each.
    const length = [...best.text].length + 1;
    if (length > room) continue;
    room -= length;
    kept.add(best);
    // What was said counts less from now on.
    for (const one of best.stems) shares.set(one, (shares.get(one) ?? 0) ** 2);
  }
  return kept;
}

/** The first of those with the highest mean share. */
function heaviest(sentences: ReadonlySet<Sentence>, shares: ReadonlyMap<string, number>): Sentence {
  let best: { readonly sentence: Sentence; readonly weight: number } | undefined;
  for (const sentence of sentences) {
    const sum = sentence.stems.reduce((all, one) => all + (shares.get(one) ?? 0), 0);
    const weight = sum / Math.max(1, sentence.stems.length);
    if (best === undefined || weight > best.weight) best = { sentence, weight };
  }
  if (best === undefined) throw new Error("invariant: one of no sentences was asked for");
  return best.sentence;
}

function joined(sentences: readonly Sentence[]): string {
  const lines = new Map<number, string>();
  for (const { source, text } of sentences) {
    const line = lines.get(source);
    lines.set(source, line === undefined ? text : `${line} ${text}`);
  }
  return [...lines.values()].join("\n");
}
