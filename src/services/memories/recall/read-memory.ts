import type { FoundMemory } from "../../../store/memory-search.ts";
import { stem } from "../../../store/stem.ts";
import { words } from "../../../store/words.ts";
import type { WeighedWord } from "./weigh-words.ts";

/** Where a memory holds the words of a question. */
export interface Reading {
  /** For each word how often, each time by the weight of the part of the memory and by the share. */
  readonly amounts: readonly number[];
  /** For each word how much of it the memory holds: 1 for the word itself, less for one like it, 0 for none. */
  readonly shares: readonly number[];
  /** Words that only the memory's namespace holds. */
  readonly ofPlace: ReadonlySet<number>;
  /** The words that were met, in the order of the text. */
  readonly places: readonly Place[];
  /** In words. */
  readonly length: number;
}

export interface Place {
  readonly word: number;
  readonly at: number;
}

/** What a word counts in each part of a memory. */
export const partWeights = { title: 2, tags: 1.5, content: 1, metadata: 0.5, namespace: 0.5 };

/** So far apart are the parts that no words of two of them are neighbours. */
const gap = 100;

const beginningLength = 2;

/** A reader for the words of one question. */
export function readerOf(asked: readonly WeighedWord[]): (memory: FoundMemory) => Reading {
  const byStem = new Map<string, { readonly word: number; readonly share: number }[]>();
  for (const [word, { strengths, telling }] of asked.entries()) {
    for (const [stem, strength] of strengths) {
      byStem.set(stem, [...(byStem.get(stem) ?? []), { word, share: strength / telling }]);
    }
  }
  // Stemming costs most. A stem begins as its word does, unless an accent is taken away there.
  const beginnings = new Set([...byStem.keys()].map((stem) => stem.slice(0, beginningLength)));
  const matching = (word: string) => {
    const beginning = word.slice(0, beginningLength);
    return beginnings.has(beginning) || !ascii.test(beginning) ? byStem.get(stem(word)) : undefined;
  };
  // The memories of one answer share most of their words.
  const known = new Map<string, ReturnType<typeof matching>>();
  const matches = (word: string) => {
    const before = known.get(word);
    if (before !== undefined || known.has(word)) return before;
    const found = matching(word);
    known.set(word, found);
    return found;
  };
  return ({ namespace, title, tags, content, metadata, held }) => {
    const amounts = asked.map(() => 0);
    const shares = asked.map(() => 0);
    const places: Place[] = [];
    let length = 0;
    let start = 0;
    const read = (text: string, weight: number) => {
      const found = words(text);
      for (const [index, each] of found.entries()) {
        const asked = matches(each);
        if (asked === undefined) continue;
        for (const { word, share } of asked) {
          amounts[word] = (amounts[word] ?? 0) + weight * share;
          shares[word] = Math.max(shares[word] ?? 0, share);
          places.push({ word, at: start + index });
        }
      }
      length += found.length;
      start += found.length + gap;
    };
    if (!isDerived(title, content)) read(title, partWeights.title);
    read(tags, partWeights.tags);
    read(content, partWeights.content);
    if (metadata !== "{}") read(metadata, partWeights.metadata);
    const inText = new Set(shares.flatMap((share, word) => (share > 0 ? word : [])));
    read(namespace, partWeights.namespace);
    const ofPlace = new Set(shares.flatMap((share, word) => (share > 0 && !inText.has(word) ? word : [])));
    // The index knows what stands behind the part of a long content that is read.
    for (const word of held.filter((word) => shares[word] === 0)) {
      amounts[word] = 1;
      shares[word] = 1;
    }
    return { amounts, shares, ofPlace, places, length };
  };
}

const ascii = /^\p{ASCII}*$/u;

/** A title that was taken from the content, and perhaps numbered, says nothing that the content does not. */
function isDerived(title: string, content: string): boolean {
  return content.trimStart().startsWith(title.replace(/ \(\d+\)$/u, ""));
}
