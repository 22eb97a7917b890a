import { isHostUnavailable } from "../../runtime/errors.ts";
import type { MemoryRow } from "../../store/memory-rows.ts";
import type { RecallRow } from "../../store/recall-rows.ts";
import type { ReadableRows, Store } from "../../store/store.ts";
import type { MemoryEmbeddings } from "../embedding/memory-embeddings.ts";
import type { Circumstances } from "../service-options.ts";
import { countUse } from "./count-use.ts";
import { isLive } from "./lifetime.ts";
import type { MemoriesCall, NothingFound, Recalled, RecallHit, RecallRequest } from "./memories.ts";
import { findMemories } from "./recall/find-memories.ts";
import { standardsOf } from "./standards.ts";
import { cutAtWord } from "./title.ts";
import { bytesWithin, tokensOf, withinBudget } from "./tokens.ts";

/** How many of the memories found last under a session key are preferred. */
const ringSize = 50;

/** Longest delay of an answer by recording the recall. */
const recordingPatienceMs = 250;

/** Others would be a list of what was not asked for. */
const maxArchived = 3;

/** In code points; a longer one would be a memory that does not answer. */
const maxNearestTitle = 80;

/**
 * Searches one state of the store, then records the accesses and the recall in one transaction. The search takes no write lock, so
 * that recalls of several processes do not wait for each other.
 */
export async function recallMemories(
  store: Store,
  request: RecallRequest,
  { now, newId }: Circumstances,
  { embeddings, ...options }: MemoriesCall & { readonly embeddings?: MemoryEmbeddings | undefined },
): Promise<Recalled> {
  const recallId = newId();
  // Outside of the transaction: the provider may be far away.
  const asked = await embeddings?.meaningOf(request.context, options.signal);
  const meaning = asked !== undefined && "vector" in asked ? asked : undefined;
  const { hits, more, nothing, withoutVector, notSearched, standards } = await store.read(async (rows) => {
    const { memories, recalls, vectors } = rows;
    const place = request.filter.namespace?.path;
    const standards = place === undefined ? [] : (await standardsOf(rows, place, now)).standards;
    const withoutVector = embeddings === undefined ? undefined : await vectors.pending();
    const preferred = request.sessionKey === undefined ? [] : await recalls.lastFound(request.sessionKey, ringSize);
    const found = await findMemories({ memories, vectors }, request, now, { preferred, meaning });
    const matching = found.hits.filter((hit) => !standards.some(({ memory }) => memory.id === hit.id));
    const kept = matching.slice(0, request.limit);
    const scores = new Map(kept.map((hit) => [hit.id, hit.score]));
    const read = await memories.byIds(kept.map((hit) => hit.id));
    const hits: RecallHit[] = read.map((memory, index) => {
      const shown = shownOf(memory.content, request, index === 0);
      return { memory, score: scores.get(memory.id) ?? 0, shown, tokens: tokensOf(shown) };
    });
    const more = matching.length > kept.length;
    const notSearched = await memories.notSearched({ filter: request.filter, now });
    const state = { hits, more, withoutVector, notSearched, standards };
    if (found.hits.length > 0) return { ...state, nothing: undefined };
    const nearest = (await memories.byIds(found.nearest)).map(named);
    const ended = request.filter.includeArchived ? [] : await archivedAnswers({ memories, vectors }, request, now);
    return {
      ...state,
      nothing: { unknownWords: found.unknownWords, nearest, archived: ended.map(named) },
    };
  }, options);
  const budgeted = withinBudget(hits, (hit) => hit.shown, request.budgetTokens);
  const cutBy = budgeted.kept.length < hits.length ? "budget" : more ? "limit" : undefined;
  const memoryIds = budgeted.kept.map((hit) => hit.memory.id);
  const entry = { recallId, sessionKey: request.sessionKey ?? null, at: now, memoryIds };
  const unrecorded = memoryIds.length === 0 ? undefined : await record(store, entry, options);
  return {
    recallId,
    hits: budgeted.kept,
    standards,
    more: cutBy !== undefined,
    ...(cutBy === undefined ? {} : { cutBy }),
    tokensUsed: budgeted.tokens,
    budgetOverflow: budgeted.overflow,
    ...(unrecorded === undefined ? {} : { unrecorded }),
    mode: meaning === undefined ? "keyword" : "hybrid",
    ...(asked !== undefined && "reason" in asked && asked.reason !== undefined ? { wordsAlone: asked.reason } : {}),
    ...(withoutVector === undefined ? {} : { withoutVector }),
    ...(nothing === undefined ? {} : { nothing }),
    notSearched,
  };
}

/** The first one comes always, and is cut to the budget for it. */
function shownOf(content: string, { cut, budgetTokens }: RecallRequest, isFirst: boolean): string {
  if (cut === undefined) return content;
  return cut(content, bytesWithin(isFirst ? budgetTokens : undefined));
}

/** What the caller may see and has ended, where it answers by its words: what has ended has no vector. */
async function archivedAnswers(
  { memories, vectors }: Pick<ReadableRows, "memories" | "vectors">,
  request: RecallRequest,
  now: number,
): Promise<readonly MemoryRow[]> {
  const withArchived = { ...request, filter: { ...request.filter, includeArchived: true } };
  const { hits } = await findMemories({ memories, vectors }, withArchived, now);
  const rows = await memories.byIds(hits.map(({ id }) => id));
  const ended = rows.filter((memory) => !isLive(memory, now));
  return ended.slice(0, maxArchived);
}

function named({ id, title }: MemoryRow): NothingFound["nearest"][number] {
  return { id, title: cutAtWord(title, maxNearestTitle) };
}

/** The answer does not depend on whether it can be recorded. @returns why not */
async function record(store: Store, entry: RecallRow, options: MemoriesCall): Promise<string | undefined> {
  try {
    await store.write(
      async (rows) => {
        await countUse(rows, entry.memoryIds, entry.at);
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
