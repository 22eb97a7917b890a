import type { SearchWord } from "../../store/memory-search.ts";
import type { Store } from "../../store/store.ts";
import { distinctWords } from "../../store/words.ts";
import { archiveExpired } from "./archive-expired.ts";
import { graceMs } from "./lifetime.ts";
import type { Recalled, RecallHit, RecallRequest } from "./memories.ts";
import type { Circumstances } from "./store-memory.ts";
import { withinBudget } from "./tokens.ts";

/** How many of the memories found last under a session key are preferred. */
const ringSize = 50;

const asideWeight = 0.3;

/**
 * Searches on one state of the store, then writes in one transaction: the accesses, longer lives, the ledger. The
 * search holds no write lock, so that recalls of several processes do not wait for each other.
 */
export async function recallMemories(
  store: Store,
  request: RecallRequest,
  { now, newId }: Circumstances,
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
  });
  const budgeted = withinBudget(hits, (hit) => hit.memory.content, request.budgetTokens);
  if (budgeted.kept.length > 0) {
    const ids = budgeted.kept.map((hit) => hit.memory.id);
    await store.write(async (rows) => {
      // In this order: what has expired is archived, and a touch does not bring it back.
      await archiveExpired(rows, now);
      await rows.memories.touch(ids, now, graceMs);
      await rows.recalls.append({ recallId, sessionKey: request.sessionKey ?? null, at: now, memoryIds: ids });
    });
  }
  return {
    recallId,
    hits: budgeted.kept,
    more: more || budgeted.kept.length < hits.length,
    tokensUsed: budgeted.tokens,
    budgetOverflow: budgeted.overflow,
  };
}

/** The words of the question count in full; words given beside it count less, and not towards the score. */
function searchWords({ context, contextTokens }: RecallRequest): readonly SearchWord[] {
  const asked = distinctWords(context);
  const known = new Set(asked);
  const aside = distinctWords(contextTokens.join("\n")).filter((word) => !known.has(word));
  return [
    ...asked.map((word) => ({ word, weight: 1, asked: true })),
    ...aside.map((word) => ({ word, weight: asideWeight, asked: false })),
  ];
}
