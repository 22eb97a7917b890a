import type { FoundMemory } from "../../../store/memory-search.ts";
import type { NearMemory, VectorModel, VectorRows } from "../../../store/vector-rows.ts";
import type { RecallRequest } from "../memories.ts";
import type { Surrounded } from "./beside.ts";
import type { WeighedWords } from "./weigh-words.ts";

/** What a question means, as the model of the store's vectors has it. */
export interface Meaning {
  readonly model: VectorModel;
  /** Of length 1. */
  readonly vector: Float32Array;
}

/** So many of the nearest are ranked beside those that share words with the question. */
const nearest = 50;

/** A memory that is so like a question is found beside those that hold its words. */
export const leastLike = 1;

/**
 * A memory that is so like a question may answer it without its words. Few answers are so like their question; below it, as many
 * questions without an answer would get one as questions with an answer.
 */
const answering = 1.2;

/** Standard deviations above texts that have nothing to do with each other that are a likeness of 1: nothing unrelated is there. */
const wholeLikeness = 4;
const maxLikeness = 2;

/** Memories near the question. */
export interface NearQuestion {
  readonly memories: readonly FoundMemory[];
  /** By row: 0 is as texts that have nothing to do with each other, 1 as texts that certainly have, up to 2. */
  readonly likeness: ReadonlyMap<number, number>;
}

export async function nearQuestion(
  vectors: Pick<VectorRows, "near">,
  { filter }: Pick<RecallRequest, "filter">,
  now: number,
  { model, vector }: Meaning,
): Promise<NearQuestion> {
  const near = await vectors.near({ vector, filter, now, limit: nearest });
  return { memories: near, likeness: new Map(near.map((memory) => [memory.row, likenessOf(memory, model)])) };
}

/** Cosines differ from model to model; by what the model gives to unrelated texts they can be compared. */
function likenessOf({ cosine }: NearMemory, { unrelated, spread }: VectorModel): number {
  return Math.min(maxLikeness, Math.max(0, (cosine - unrelated) / (wholeLikeness * spread)));
}

/** A name that a memory lacks speaks against it: the birthdays of two people are texts of nearly one meaning. */
export function answersByMeaning({ words }: WeighedWords, { reading }: Surrounded, likeness: number): boolean {
  if (likeness < answering) return false;
  return !words.some(({ isName, isAsked }, index) => isName && isAsked && !reading.shares[index]);
}
