import type { MemoryRow } from "../../store/memory-rows.ts";
import type { MemoryFilter } from "../../store/memory-search.ts";
import { stem } from "../../store/stem.ts";
import type { ReadableRows } from "../../store/store.ts";
import type { NotSearched } from "../../store/vault.ts";
import { distinctWords } from "../../store/words.ts";

export interface SearchRequest {
  readonly query: string;
  readonly filter: MemoryFilter;
  readonly limit: number;
}

export interface SearchedMemories {
  /** Last stored first. */
  readonly found: readonly MemoryRow[];
  /** Others matched and were cut off. */
  readonly more: boolean;
  /** Encrypted memories that could not be looked into. */
  readonly notSearched: NotSearched;
}

/** Memories that hold every word of the query, in any inflection. A query without words finds nothing. */
export async function searchMemories(
  { memories }: Pick<ReadableRows, "memories">,
  { query, filter, limit }: SearchRequest,
  now: number,
): Promise<SearchedMemories> {
  const stems = [...new Set(distinctWords(query).map(stem))];
  const counts = await memories.holding(stems);
  // What holds all words is heaviest, so it comes before what holds some of them, and the limit cuts none of it off.
  const candidates = await memories.search({
    wanted: stems.map((one) => ({ stems: new Map([[one, 1]]), holding: counts.get(one) ?? 0 })),
    spans: [],
    now,
    limit: limit + 1,
    enough: Number.POSITIVE_INFINITY,
    filter,
  });
  const whole = candidates.filter(({ held }) => held.length === stems.length);
  // Encrypted ones come behind the others.
  const ids = whole.toSorted((a, b) => b.row - a.row).map(({ id }) => id);
  const found = await memories.byIds(ids.slice(0, limit));
  return { found, more: ids.length > limit, notSearched: await memories.notSearched({ filter, now }) };
}
