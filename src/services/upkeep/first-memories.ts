import type { MemoryRow } from "../../store/memory-rows.ts";
import type { ReadableRows } from "../../store/store.ts";
import { tellingWords } from "./telling-words.ts";

export interface FirstRequest {
  /** Only here and below; undefined: everywhere. */
  readonly namespace: string | undefined;
  readonly limit: number;
}

export interface FirstMemories {
  readonly first: readonly MemoryRow[];
  /** Words that tell what they are about, most telling first. */
  readonly topics: readonly string[];
}

/** So many that were stored last are looked at. */
const looked = 200;
const maxTopics = 5;

/** Of the live memories that were stored last: the highest priority first, of equal ones that which was written last. */
export async function firstMemories(
  rows: Pick<ReadableRows, "memories">,
  { namespace, limit }: FirstRequest,
  now: number,
): Promise<FirstMemories> {
  const listed = await rows.memories.list({ namespace, now, limit: looked });
  const sorted = listed
    .map(({ memory }) => memory)
    .toSorted((a, b) => b.priority - a.priority || b.updatedAt - a.updatedAt);
  const first = sorted.slice(0, limit);
  const open = first.filter(({ locked }) => !locked);
  const [title, content] = [open.map((memory) => memory.title), open.map((memory) => memory.content)];
  const topics = await tellingWords(
    rows,
    { title: title.join("\n"), content: content.join("\n") },
    { limit: maxTopics, now },
  );
  return { first, topics };
}
