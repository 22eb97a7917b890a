import type { MemoryRows } from "../../../store/memory-rows.ts";
import type { FoundMemory } from "../../../store/memory-search.ts";
import { stem } from "../../../store/stem.ts";
import type { VectorRows } from "../../../store/vector-rows.ts";
import type { RecallRequest } from "../memories.ts";
import { besideOthers, type Surrounded } from "./beside.ts";
import { spanOf } from "./dates.ts";
import { isAnswered } from "./evidence.ts";
import { answersByMeaning, leastLike, type Meaning, type NearQuestion, nearQuestion } from "./meaning.ts";
import { type Question, questionOf } from "./question.ts";
import { dateShare, rankWords } from "./rank.ts";
import { type WeighedWords, weighWords } from "./weigh-words.ts";

/** So many memories are read and ranked by their texts; a recall answers with fewer. */
const maxCandidates = 100;

/** One of so many best ones has to be an answer. */
const judged = 3;

/** What is far below the best hit is none. */
const leastOfBest = 0.1;

/** What decides between memories whose texts match alike, and how much the likeness of meaning counts beside the words: found on the sets
 * to develop with, with two models. How often one was read does not count: otherwise what was found first would
 * stay first. */
const besideText = {
  likeness: 0.36,
  priority: 0.1,
  confidence: 0.05,
  recency: 0.05,
  recencyPerDay: 0.1,
  lasting: 0.05,
  preferred: 0.05,
};

/** After so many days without a change half of what `lasting` counts is gone: what is not kept for ever is out of date sooner. */
const halfLifeDays = { short: 7, mid: 30, long: 365 };

const dayMs = 86_400_000;

export interface SearchedRows {
  readonly memories: Pick<MemoryRows, "size" | "holding" | "stemsBeginning" | "search">;
  readonly vectors: Pick<VectorRows, "near">;
}

export interface FoundMemories {
  /** Best first. */
  readonly hits: readonly FoundHit[];
  /** Words of the question that no memory holds, nor one like them. */
  readonly unknownWords: readonly string[];
  /** Ids of those that came nearest, where no memory is an answer. */
  readonly nearest: readonly string[];
}

export interface FoundHit {
  readonly id: string;
  /** Share of what was asked that it has, or its likeness where that is more; 0 to 1. */
  readonly score: number;
}

/**
 * Finds the memories that answer a question, by its words and, where it is given, by its meaning. The indexes give candidates, their
 * texts decide the order, and what the best ones have and lack decides whether anything is an answer at all.
 */
export async function findMemories(
  { memories, vectors }: SearchedRows,
  request: RecallRequest,
  now: number,
  { preferred = [], meaning }: { readonly preferred?: readonly string[]; readonly meaning?: Meaning | undefined } = {},
): Promise<FoundMemories> {
  const question = questionOf(request.context, request.contextTokens);
  const words = await weighWords(memories, question.words);
  const holding = await holdingWords(memories, { question, words }, request, now);
  const near = meaning === undefined ? nothingNear : await nearQuestion(vectors, request, now, meaning);
  const rows = new Set(holding.map(({ row }) => row));
  const candidates = [...holding, ...near.memories.filter(({ row }) => !rows.has(row))];
  const ranked = besideOthers(rankWords(question, words, candidates));
  const likenessOf = ({ memory }: Surrounded) => near.likeness.get(memory.row) ?? 0;
  const order = { likenessOf, now, preferred: new Set(preferred) };
  const ordered = inOrder(ranked, order);
  const byWords = near === nothingNear ? ordered : inOrder(ranked, { ...order, likenessOf: () => 0 });
  const unknownWords = words.words.flatMap(({ word, isAsked, isCommon, strengths }) =>
    isAsked && !isCommon && strengths.size === 0 ? word : [],
  );
  const best = ordered.slice(0, judged);
  if (
    !isAnswered(question, words, byWords.slice(0, judged)) &&
    !best.some((each) => answersByMeaning(words, each, likenessOf(each)))
  ) {
    return { hits: [], unknownWords, nearest: best.map(({ memory }) => memory.id) };
  }
  const floor = leastOfBest * Math.max(...ranked.map(({ strength }) => strength));
  const hits = ordered.flatMap((each) => {
    const likeness = likenessOf(each);
    const isNear = (rows.has(each.memory.row) && each.strength >= floor) || likeness >= leastLike;
    const score = Math.max(each.score, Math.min(1, likeness));
    return isNear && score >= request.minScore ? { id: each.memory.id, score } : [];
  });
  return { hits, unknownWords, nearest: [] };
}

const nothingNear: NearQuestion = { memories: [], likeness: new Map() };

async function holdingWords(
  memories: SearchedRows["memories"],
  { question, words }: { readonly question: Question; readonly words: WeighedWords },
  { filter, minScore, limit }: RecallRequest,
  now: number,
): Promise<readonly FoundMemory[]> {
  const dateTells = dateShare * words.rare;
  const spans = question.dates.flatMap((date) => {
    const span = spanOf(date);
    return span === undefined ? [] : [{ ...span, weight: dateTells }];
  });
  return memories.search({
    wanted: [
      ...words.words.map(({ strengths, holding }) => ({ stems: strengths, holding })),
      // The words of dates are in many texts; they are looked up last, and count when the text is read.
      ...question.dates
        .flatMap((date) => date.words)
        .map((word) => ({ stems: new Map([[stem(word), 1]]), holding: Number.POSITIVE_INFINITY })),
    ],
    spans,
    now,
    limit: maxCandidates,
    // One more than wanted: then it is known that there are more.
    enough: minScore > 0 ? maxCandidates : limit + 1,
    filter,
  });
}

interface Order {
  readonly likenessOf: (each: Surrounded) => number;
  readonly now: number;
  readonly preferred: ReadonlySet<string>;
}

/** Best first; of equal ones that which was stored last. */
function inOrder(ranked: readonly Surrounded[], { likenessOf, now, preferred }: Order): readonly Surrounded[] {
  const best = Math.max(...ranked.map(({ strength }) => strength)) || 1;
  const rankOf = (each: Surrounded) => {
    const { memory, strength } = each;
    const days = Math.max(0, now - memory.updatedAt) / dayMs;
    return (
      strength / best +
      besideText.likeness * likenessOf(each) +
      (besideText.priority * memory.priority) / 10 +
      besideText.confidence * memory.confidence +
      besideText.recency / (1 + besideText.recencyPerDay * days) +
      besideText.lasting * 2 ** (-days / halfLifeDays[memory.tier]) +
      (preferred.has(memory.id) ? besideText.preferred : 0)
    );
  };
  const ranks = ranked.map((each) => ({ each, rank: rankOf(each) }));
  ranks.sort((a, b) => b.rank - a.rank || b.each.memory.row - a.each.memory.row);
  return ranks.map(({ each }) => each);
}
