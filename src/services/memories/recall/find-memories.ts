import type { MemoryRows } from "../../../store/memory-rows.ts";
import { stem } from "../../../store/stem.ts";
import type { RecallRequest } from "../memories.ts";
import { besideOthers, type Surrounded } from "./beside.ts";
import { spanOf } from "./dates.ts";
import { isAnswered } from "./evidence.ts";
import { questionOf } from "./question.ts";
import { dateShare, rankWords } from "./rank.ts";
import { weighWords } from "./weigh-words.ts";

/** So many memories are read and ranked by their texts; a recall answers with fewer. */
const maxCandidates = 100;

/** One of so many best ones has to be an answer. */
const judged = 3;

/** What is far below the best hit is none. */
const leastOfBest = 0.1;

/** What decides between memories whose texts match alike. How often one was read does not count: otherwise what was found first would
 * stay first. */
const besideText = { priority: 0.1, confidence: 0.05, recency: 0.05, recencyPerDay: 0.1, preferred: 0.05 };

const dayMs = 86_400_000;

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
  /** Share of what was asked that it has, 0 to 1. */
  readonly score: number;
}

/**
 * Finds the memories that answer a question, by its words. The index gives candidates, their texts decide the order, and what the best
 * ones have and lack decides whether anything is an answer at all.
 */
export async function findMemories(
  memories: Pick<MemoryRows, "size" | "holding" | "stemsBeginning" | "search">,
  { context, contextTokens, filter, minScore, limit }: RecallRequest,
  now: number,
  preferred: readonly string[],
): Promise<FoundMemories> {
  const question = questionOf(context, contextTokens);
  const words = await weighWords(memories, question.words);
  const dateTells = dateShare * words.rare;
  const spans = question.dates.flatMap((date) => {
    const span = spanOf(date);
    return span === undefined ? [] : [{ ...span, weight: dateTells }];
  });
  const candidates = await memories.search({
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
  const ranked = inOrder(besideOthers(rankWords(question, words, candidates)), now, new Set(preferred));
  const unknownWords = words.words.flatMap(({ word, isAsked, isCommon, strengths }) =>
    isAsked && !isCommon && strengths.size === 0 ? word : [],
  );
  if (!isAnswered(question, words, ranked.slice(0, judged))) {
    return { hits: [], unknownWords, nearest: ranked.slice(0, judged).map(({ memory }) => memory.id) };
  }
  const floor = leastOfBest * Math.max(...ranked.map(({ strength }) => strength));
  const kept = ranked.filter(({ strength, score }) => strength >= floor && score >= minScore);
  return { hits: kept.map(({ memory, score }) => ({ id: memory.id, score })), unknownWords, nearest: [] };
}

/** Best first; of equal ones that which was stored last. */
function inOrder(ranked: readonly Surrounded[], now: number, preferred: ReadonlySet<string>): readonly Surrounded[] {
  const best = Math.max(...ranked.map(({ strength }) => strength));
  const rankOf = ({ memory, strength }: Surrounded) => {
    const days = Math.max(0, now - memory.updatedAt) / dayMs;
    return (
      strength / best +
      (besideText.priority * memory.priority) / 10 +
      besideText.confidence * memory.confidence +
      besideText.recency / (1 + besideText.recencyPerDay * days) +
      (preferred.has(memory.id) ? besideText.preferred : 0)
    );
  };
  const ranks = ranked.map((each) => ({ each, rank: rankOf(each) }));
  ranks.sort((a, b) => b.rank - a.rank || b.each.memory.row - a.each.memory.row);
  return ranks.map(({ each }) => each);
}
