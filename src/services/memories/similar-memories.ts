import { similarFrom } from "../../store/leading-words.ts";
import type { MemoryText } from "../../store/memory-rows.ts";
import type { ReadableRows } from "../../store/store.ts";
import type { NotSearched } from "../../store/vault.ts";
import { isLive } from "./lifetime.ts";
import type { SimilarMemory } from "./memories.ts";
import { similarityTo } from "./similarity.ts";

/** The similar memories, and the time of the search. */
export interface Likeness {
  /** Most similar first. */
  readonly found: readonly SimilarMemory[];
  /** End of the activity log at that time; later writes follow it. */
  readonly mark: number;
  /** Encrypted memories of the place that could not be compared. */
  readonly notCompared: NotSearched;
}

export interface Sought {
  readonly content: string;
  readonly namespace: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export const maxCandidates = 200;
const batchSize = 16;

/** Comparing costs time by length; the best candidates come first. */
const maxComparedCharacters = 256 * 1024;

/** Live memories of the same namespace with similar content. It may take long, so it must not hold the write lock. */
export async function findSimilar(rows: ReadableRows, sought: Sought): Promise<Likeness> {
  const mark = await rows.activity.mark();
  const ids = await rows.memories.like({ ...sought, limit: maxCandidates });
  const { found } = await compareTexts(rows, ids, comparison(sought));
  const filter = { namespace: { path: sought.namespace, below: false }, includeArchived: false };
  const notCompared = await rows.memories.notSearched({ filter, now: sought.now });
  return { found: found.toSorted(bySimilarity), mark, notCompared };
}

/**
 * Updates the result with what was written since. In a burst that is much, and the write lock is held: only what the index knows as
 * likely is read.
 */
export async function refreshed(
  rows: ReadableRows,
  { found, mark }: Pick<Likeness, "found" | "mark">,
  sought: Sought,
): Promise<readonly SimilarMemory[]> {
  const subjects = await rows.activity.subjectsSince(mark);
  if (subjects.length === 0) return found;
  const changed = new Set(subjects);
  const ids = await rows.memories.like({ ...sought, limit: maxCandidates });
  const kept = found.filter((memory) => !changed.has(memory.id));
  const likely = ids.filter((id) => changed.has(id));
  const added = await compareTexts(rows, likely, comparison(sought));
  return [...kept, ...added.found].toSorted(bySimilarity);
}

/**
 * Reads memories until their texts are as much as may be compared at once.
 * @param ids the likeliest first
 * @param compare what to keep of one memory, or nothing
 */
export async function compareTexts<Kept>(
  { memories }: Pick<ReadableRows, "memories">,
  ids: readonly string[],
  compare: (memory: MemoryText) => readonly Kept[],
): Promise<{ readonly found: readonly Kept[]; readonly compared: number }> {
  const found: Kept[] = [];
  let compared = 0;
  let characters = 0;
  for (let start = 0; start < ids.length && characters < maxComparedCharacters; start += batchSize) {
    for (const candidate of await memories.texts(ids.slice(start, start + batchSize))) {
      if (characters >= maxComparedCharacters) break;
      characters += candidate.content.length;
      compared++;
      found.push(...compare(candidate));
    }
  }
  return { found, compared };
}

function comparison({ content, namespace, now }: Sought): (memory: MemoryText) => readonly SimilarMemory[] {
  const similarityOf = similarityTo(content);
  return (memory) => {
    if (memory.namespace !== namespace || !isLive(memory, now)) return [];
    const similarity = similarityOf(memory.content);
    return similarity < similarFrom ? [] : [{ id: memory.id, title: memory.title, similarity }];
  };
}

function bySimilarity(a: SimilarMemory, b: SimilarMemory): number {
  return b.similarity - a.similarity || (a.id < b.id ? -1 : 1);
}
