import type { ListedMemory, MemoryFilters, MemoryList, MemoryRow } from "../../store/memory-rows.ts";
import type { Store } from "../../store/store.ts";
import { allSearched, type NotSearched } from "../../store/vault.ts";
import { type Lookup, lookUp } from "../names/look-up.ts";
import { type BadCursor, type Page, type PageRequest, pageOf } from "../paging/page.ts";

/** By the whole id, or by the beginning of it. */
export async function findMemory(store: Store, text: string): Promise<Lookup<MemoryRow>> {
  return await store.read(async ({ memories }) => {
    const [whole] = await memories.byIds([text.toLowerCase()]);
    const { byIdPrefix } = memories;
    return lookUp(text, { whole, byIdPrefix, labelOf: ({ title }) => title, thingOf: (memory) => memory });
  });
}

/** Encrypted memories that filters with a term can't look into. */
export async function notListed(store: Store, request: MemoryFilters, now: number): Promise<NotSearched> {
  if (request.term === undefined || request.term === "") return allSearched;
  return await store.read(({ memories }) => memories.notListed(request, now));
}

/** Every part that is present must hold. */
export type ListMemories = PageRequest & Omit<MemoryList, "now" | "before">;

export async function listMemories(
  store: Store,
  { limit, cursor, ...given }: ListMemories,
  now: number,
): Promise<(Page<MemoryRow> & { readonly notSearched: NotSearched }) | BadCursor> {
  let notSearched = allSearched;
  const { namespace, tier, kind, tag, agentId } = given;
  const filter = { namespace, tier, kind, tag, agentId, term: given.term === "" ? undefined : given.term };
  const page = await pageOf<ListedMemory, MemoryRow>({
    list: ["memories", filter],
    cursor,
    limit,
    keyLength: 1,
    keyOf: ({ row }) => [row],
    fetch: (after, max) =>
      store.read(async ({ memories }) => {
        if (filter.term !== undefined) notSearched = await memories.notListed(filter, now);
        return memories.list({ ...filter, now, limit: max, before: after?.[0] });
      }),
    itemOf: ({ memory }) => memory,
  });
  return "status" in page ? page : { ...page, notSearched };
}
