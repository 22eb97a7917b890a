import type { DecisionRow } from "../../store/decision-rows.ts";
import { stem } from "../../store/stem.ts";
import type { ReadableRows } from "../../store/store.ts";
import { words } from "../../store/words.ts";
import { type AskedWord, questionOf } from "../memories/recall/question.ts";
import { type Decision, decisionOf } from "./decision.ts";

// Decisions beside the memories that a recall finds: those that hold most of what was asked.

export interface AskDecisions {
  /** What is asked, in the caller's words. */
  readonly context: string;
  /** Only decisions of this project; undefined: of all. */
  readonly projectId: string | undefined;
  /** Least share of the question, 0 to 1, that a decision has to hold; half of it where this is less. */
  readonly minScore: number;
  readonly limit: number;
}

/** So many words are looked up, the longest; further ones only rank. */
const maxWords = 5;
/** Newest ones that are read for a word. */
const maxCandidates = 20;
/** Share of the question that a decision has to hold. */
const leastShare = 0.5;
/** A question of several words is not answered by one of them. */
const leastWords = 2;

/** Best first; of equal ones those that hold, then the newest. The index of texts gives candidates, so no table is walked. */
export async function answeringDecisions(
  { decisions }: Pick<ReadableRows, "decisions">,
  { context, projectId, minScore, limit }: AskDecisions,
): Promise<readonly Decision[]> {
  const all = questionOf(context, []).words;
  const telling = all.filter(({ isCommon }) => !isCommon);
  const asked = telling.length > 0 ? telling : all;
  const looked = asked.toSorted((a, b) => b.word.length - a.word.length).slice(0, maxWords);
  const found = new Map<string, DecisionRow>();
  for (const { word } of looked) {
    for (const row of await decisions.list({ projectId, query: beginning(word), limit: maxCandidates })) {
      found.set(row.id, row);
    }
  }
  const ranked = [...found.values()].flatMap((row) => {
    const texts = stemsOf(`${row.area}\n${row.title}\n${row.context}\n${row.description}\n${row.consequences}`);
    const share = shareOf(asked, texts);
    const isAnswer =
      share >= Math.max(leastShare, minScore) && share * asked.length >= Math.min(leastWords, asked.length);
    return isAnswer ? { row, rank: share + shareOf(asked, stemsOf(row.title)) + (holds(row) ? 0.1 : 0) } : [];
  });
  ranked.sort((a, b) => b.rank - a.rank || b.row.row - a.row.row);
  return ranked.slice(0, limit).map(({ row }) => decisionOf(row));
}

/** The part of a word that all of its forms begin with: "polic" of "policies". */
function beginning(word: string): string {
  const own = stem(word);
  let length = 0;
  while (length < own.length && own[length] === word[length]) length++;
  const shared = word.slice(0, length).replace(/i$/, "");
  return shared.length < minBeginning ? word : shared;
}

const minBeginning = 3;

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(words(text).map(stem));
}

function shareOf(asked: readonly AskedWord[], texts: ReadonlySet<string>): number {
  const strength = ({ stems }: AskedWord) =>
    Math.max(0, ...[...stems].map(([one, counts]) => (texts.has(one) ? counts : 0)));
  return asked.reduce((sum, word) => sum + strength(word), 0) / asked.length;
}

function holds({ status }: DecisionRow): boolean {
  return status === "accepted";
}
