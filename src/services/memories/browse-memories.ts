import type { ListedMemory, MemoryRow } from "../../store/memory-rows.ts";
import type { Store } from "../../store/store.ts";
import { idPrefix, maxIdsShown, withId } from "../names/id-prefix.ts";
import { isBadCursor, pageOf } from "../paging/cursor.ts";
import type { BadCursor, Page } from "../paging/page.ts";
import type { ListMemories, MemoryLookup } from "./memories.ts";

/** By the whole id, or by the beginning of it. */
export async function findMemory(store: Store, text: string): Promise<MemoryLookup> {
  return await store.read(async ({ memories }) => {
    const [exact] = await memories.byIds([text.toLowerCase()]);
    if (exact !== undefined) return { status: "found", memory: exact };
    const prefix = idPrefix(text);
    const [first, ...others] = prefix === undefined ? [] : await memories.byIdPrefix(prefix, maxIdsShown);
    if (first === undefined) return { status: "not_found" };
    if (others.length === 0) return { status: "found", memory: first };
    return { status: "ambiguous", candidates: [first, ...others].map(({ title, id }) => withId(title, id)) };
  });
}

export async function listMemories(
  store: Store,
  request: ListMemories,
  now: number,
): Promise<Page<MemoryRow> | BadCursor> {
  const { namespace, tier, kind, tag, agentId, limit, cursor } = request;
  const term = request.term === "" ? undefined : request.term;
  const filter = {
    ...(namespace === undefined ? {} : { namespace }),
    ...(tier === undefined ? {} : { tier }),
    ...(kind === undefined ? {} : { kind }),
    ...(tag === undefined ? {} : { tag }),
    ...(agentId === undefined ? {} : { agentId }),
    ...(term === undefined ? {} : { term }),
  };
  const page = await pageOf<ListedMemory>({
    list: ["memories", { namespace, tier, kind, tag, agentId, term }],
    cursor,
    limit,
    keyLength: 1,
    keyOf: ({ row }) => [row],
    fetch: (after, limit) => {
      const before = after?.[0];
      const list = { ...filter, now, limit: limit, ...(before === undefined ? {} : { before }) };
      return store.read(({ memories }) => memories.list(list));
    },
  });
  return isBadCursor(page) ? page : { ...page, items: page.items.map(({ memory }) => memory) };
}
