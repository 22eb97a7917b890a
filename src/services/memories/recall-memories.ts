import { isHostUnavailable } from "../../runtime/errors.ts";
import type { SearchWord } from "../../store/memory-search.ts";
import type { RecallRow } from "../../store/recall-rows.ts";
import type { Store } from "../../store/store.ts";
import { distinctWords } from "../../store/words.ts";
import type { Circumstances } from "../service-options.ts";
import { lifetimesMs } from "./lifetime.ts";
import type { MemoriesCall, Recalled, RecallHit, RecallRequest } from "./memories.ts";
import { withinBudget } from "./tokens.ts";

/** How many of the memories found last under a session key are preferred. */
const ringSize = 50;

const asideWeight = 0.3;

/** Longest delay of an answer by recording the recall. */
const recordingPatienceMs = 250;

/**
 * Searches one state of the store, then records the accesses and the recall in one transaction. The search takes no write lock, so
 * that recalls of several processes do not wait for each other.
 */
export async function recallMemories(
  store: Store,
  request: RecallRequest,
  { now, newId }: Circumstances,
  options: MemoriesCall,
): Promise<Recalled> {
  const recallId = newId();
  const words = searchWords(request);
  const { hits, more } = await store.read(async ({ memories, recalls }) => {
    const preferred = request.sessionKey === undefined ? [] : await recalls.lastFound(request.sessionKey, ringSize);
    // One more than wanted: that is how `more` is known.
    const limit = request.limit + 1;
    const found = await memories.search({
      words,
      now,
      limit,
      minScore: request.minScore,
      filter: request.filter,
      preferred,
    });
    const kept = found.slice(0, request.limit);
    const scores = new Map(kept.map((hit) => [hit.id, hit.score]));
    const rows = await memories.byIds(kept.map((hit) => hit.id));
    const hits: RecallHit[] = rows.map((memory) => ({ memory, score: scores.get(memory.id) ?? 0 }));
    return { hits, more: found.length > kept.length };
  }, options);
  const budgeted = withinBudget(hits, (hit) => hit.memory.content, request.budgetTokens);
  const memoryIds = budgeted.kept.map((hit) => hit.memory.id);
  const entry = { recallId, sessionKey: request.sessionKey ?? null, at: now, memoryIds };
  const unrecorded = memoryIds.length === 0 ? undefined : await record(store, entry, options);
  return {
    recallId,
    hits: budgeted.kept,
    more: more || budgeted.kept.length < hits.length,
    tokensUsed: budgeted.tokens,
    budgetOverflow: budgeted.overflow,
    ...(unrecorded === undefined ? {} : { unrecorded }),
  };
}

/** The answer does not depend on whether it can be recorded. @returns why not */
async function record(store: Store, entry: RecallRow, options: MemoriesCall): Promise<string | undefined> {
  try {
    await store.write(
      async (rows) => {
        await rows.memories.touch(entry.memoryIds, entry.at, lifetimesMs);
        await rows.recalls.append(entry);
      },
      { ...options, patienceMs: recordingPatienceMs },
    );
    return undefined;
  } catch (error) {
    if (isHostUnavailable(error)) return error.message;
    throw error;
  }
}

/** The words of the query count in full; the additional words count less, and not towards the score. */
function searchWords({ context, contextTokens }: RecallRequest): readonly SearchWord[] {
  const asked = distinctWords(context);
  const known = new Set(asked);
  const aside = distinctWords(contextTokens.join("\n")).filter((word) => !known.has(word));
  return [
    ...asked.map((word) => ({ word, weight: 1, asked: true })),
    ...aside.map((word) => ({ word, weight: asideWeight, asked: false })),
  ];
}
