import type { ArchiveReason, ListedEnd } from "../../store/archive-rows.ts";
import type { MemoryRow } from "../../store/memory-rows.ts";
import type { ReadableRows, Store } from "../../store/store.ts";
import { type BadCursor, type Page, type PageRequest, pageOf } from "../paging/page.ts";
import type { Circumstances } from "../service-options.ts";
import { archiveExpired } from "./archive-expired.ts";
import type { MemoriesCall } from "./memories.ts";
import { previewOf } from "./preview.ts";

// What ended, what is kept of it, and how much there is. Times are milliseconds since 1970.

export interface EndedMemory {
  readonly memory: MemoryRow;
  /** The beginning of the content on one line. */
  readonly preview: string;
  readonly endedAt: number;
  readonly reason: ArchiveReason;
}

export interface ListEnded extends PageRequest {
  readonly namespace?: string | undefined;
  /** How many to leave out; counts from the start of the list. */
  readonly offset: number;
}

/** Archived memories, those that have expired included, last ended first. */
export async function listEnded(
  store: Store,
  { namespace, offset, limit, cursor }: ListEnded,
  now: number,
): Promise<Page<EndedMemory> | BadCursor> {
  return await pageOf<ListedEnd, EndedMemory>({
    list: ["archive", { namespace, offset }],
    cursor,
    limit,
    keyLength: 2,
    keyOf: ({ key }) => key,
    fetch: (after, max) =>
      store.read(({ archive }) => {
        const [endedAt, row] = after ?? [];
        const before = endedAt === undefined || row === undefined ? undefined : ([endedAt, row] as const);
        return archive.list({ now, namespace, before, offset: before === undefined ? offset : 0, limit: max });
      }),
    itemOf: ({ key: [endedAt], memory }) => ({
      memory,
      preview: previewOf(memory).preview,
      endedAt,
      reason: memory.archiveReason ?? "expired",
    }),
  });
}

export interface ArchiveTotals {
  readonly archived: number;
  readonly byReason: Readonly<Record<ArchiveReason, number>>;
  /** Most first. */
  readonly namespaces: readonly { readonly namespace: string; readonly count: number }[];
  /** When the first of them ended; undefined when there are none. */
  readonly oldestAt: number | undefined;
}

export async function archiveTotals({ archive }: ReadableRows, now: number): Promise<ArchiveTotals> {
  const counts = await archive.counts(now);
  const byReason = { expired: 0, replaced: 0, forgotten: 0 };
  const byNamespace = new Map<string, number>();
  for (const { namespace, reason, count } of counts) {
    byReason[reason] += count;
    byNamespace.set(namespace, (byNamespace.get(namespace) ?? 0) + count);
  }
  return {
    archived: counts.reduce((sum, { count }) => sum + count, 0),
    byReason,
    namespaces: [...byNamespace]
      .map(([namespace, count]) => ({ namespace, count }))
      .sort((a, b) => b.count - a.count || (a.namespace < b.namespace ? -1 : 1)),
    oldestAt: counts.length === 0 ? undefined : Math.min(...counts.map(({ oldestAt }) => oldestAt)),
  };
}

const weekMs = 7 * 86_400_000;

/** How many memories ended by time in the last seven days, or since the agent was last here, whichever is longer. */
export async function endedLately(
  { archive, activity }: ReadableRows,
  agent: string,
  { openedAt, now }: { readonly openedAt: number; readonly now: number },
): Promise<{ readonly count: number; readonly since: number }> {
  const lastHere = await activity.lastOpening(agent, openedAt);
  const since = Math.min(now - weekMs, lastHere ?? now);
  return { count: await archive.countExpired(since, now), since };
}

/** Archives what has expired. @returns what it was */
export async function collectExpired(
  store: Store,
  isDryRun: boolean,
  { now }: Circumstances,
  options: MemoriesCall,
): Promise<readonly MemoryRow[]> {
  if (isDryRun) return store.read(async ({ archive }) => archive.expired(now), options);
  return store.write(async (rows) => rows.memories.byIds(await archiveExpired(rows, now)), options);
}
