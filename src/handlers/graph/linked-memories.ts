import type { LinkedMemory } from "../../../generated/types.ts";
import type { Memories } from "../../services/memories/stored-memories.ts";

/** Titles in one answer; the ids of the others are there. */
const maxNamed = 400;

/** The titles of memories whose ids an answer shows, each once, so that no further call is needed to read it. */
export async function linkedMemories(memories: Memories, ids: Iterable<string>): Promise<LinkedMemory[]> {
  const named = [...new Set(ids)].slice(0, maxNamed);
  return (await memories.byIds(named)).map(({ id, title }) => ({ id, title }));
}
