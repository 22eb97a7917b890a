import type { Writer } from "../../store/activity-rows.ts";
import type { ReadableRows, Store, WritableRows } from "../../store/store.ts";
import { type Erased, erase } from "../erase.ts";
import type { Circumstances } from "../service-options.ts";
import { archiveExpired } from "./archive-expired.ts";
import type { MemoriesCall } from "./memories.ts";

const dayMs = 86_400_000;

/** What goes with a memory that is deleted. */
export interface Removal {
  /** Number of its archived versions. */
  readonly versions: number;
  /** Names of the packs that hold it. */
  readonly packs: readonly string[];
}

export async function removalOf(rows: ReadableRows, id: string): Promise<Removal> {
  const versions = await rows.archive.versionsOf(id);
  return { versions: versions.length, packs: await rows.packs.namesHolding(id) };
}

/** Deletes a memory with its versions, for good. @returns undefined when it is gone already */
export async function deleteMemory(
  store: Store,
  id: string,
  writer: Writer,
  { now }: Circumstances,
  options: MemoriesCall,
): Promise<(Removal & Erased) | undefined> {
  const work = async (rows: WritableRows) => {
    const removal = await removalOf(rows, id);
    return (await remove(rows, [id], writer, now)) === 0 ? undefined : removal;
  };
  return await erase(store, work, options);
}

/** Every part that is present must hold; without one, all that is archived. */
export interface PurgeRequest {
  /** Whole ids. */
  readonly ids?: readonly string[] | undefined;
  readonly olderThanDays?: number | undefined;
  /** Only what this agent stored. */
  readonly agent?: string | undefined;
}

/** Ids of the archived memories that a purge would remove, and of their versions; last ended first. */
export async function purgeable(rows: ReadableRows, request: PurgeRequest, now: number): Promise<readonly string[]> {
  const { ids, olderThanDays, agent } = request;
  const until = olderThanDays === undefined ? Number.MAX_SAFE_INTEGER : now - olderThanDays * dayMs;
  const ended = await rows.archive.endedUntil(until, now, agent);
  if (ids === undefined) return ended;
  const named = new Set(ids);
  const wanted = ended.filter((id) => named.has(id));
  const versions = await Promise.all(wanted.map((id) => rows.archive.versionsOf(id)));
  const inScope = agent === undefined ? undefined : new Set(ended);
  return [...new Set([...wanted, ...versions.flat()])].filter((id) => inScope?.has(id) ?? true);
}

/** Removes archived memories for good. */
export async function purgeArchive(
  store: Store,
  { writer, ...request }: PurgeRequest & { readonly writer: Writer },
  { now }: Circumstances,
  options: MemoriesCall,
): Promise<{ readonly purged: number } & Erased> {
  const work = async (rows: WritableRows) => {
    await archiveExpired(rows, now);
    const purged = await remove(rows, await purgeable(rows, request, now), writer, now);
    return purged === 0 ? undefined : { purged };
  };
  return (await erase(store, work, options)) ?? { purged: 0, isErased: true };
}

async function remove(rows: WritableRows, ids: readonly string[], writer: Writer, at: number): Promise<number> {
  const removed = await rows.archive.remove(ids);
  for (const subject of ids) await rows.activity.append({ ...writer, at, event: "memory_removed", subject });
  return removed;
}
