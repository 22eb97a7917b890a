import type { Writer } from "../../store/activity-rows.ts";
import type { MemoryRow, Tier } from "../../store/memory-rows.ts";
import type { Store, WritableRows } from "../../store/store.ts";
import type { Circumstances } from "../service-options.ts";
import { archiveExpired } from "./archive-expired.ts";
import { expiryOf } from "./lifetime.ts";
import type { MemoriesCall } from "./memories.ts";
import { memoryAt, writtenMemory } from "./memory-at.ts";
import { freeTitle } from "./title.ts";

export interface RestoreRequest {
  /** Whole id. */
  readonly id: string;
  readonly tier: Tier;
  /** What happens when the title is taken, or when it is a version of a memory that lives. */
  readonly onConflict: "error" | "version" | "replace";
  readonly writer: Writer;
}

export type RestoreOutcome =
  | {
      readonly status: "restored";
      readonly memory: MemoryRow;
      /** Id under which what it replaced is archived. */
      readonly replaced: string | undefined;
    }
  | { readonly status: "not_found" }
  | { readonly status: "not_archived" | "title_taken"; readonly memory: MemoryRow };

/**
 * Brings an archived memory back. A version of a memory that lives returns as a memory of its own, or as the content of that memory,
 * which keeps its id; then the two swap places, so the same request again is the undo.
 */
export function restoreMemory(
  store: Store,
  request: RestoreRequest,
  circumstances: Circumstances,
  options: MemoriesCall,
): Promise<RestoreOutcome> {
  return store.write(async (rows) => {
    await archiveExpired(rows, circumstances.now);
    const memory = await memoryAt(rows, request.id);
    if (memory === undefined) return { status: "not_found" };
    if (memory.archivedAt === null) return { status: "not_archived", memory };
    const outcome = await restore(rows, memory, request, circumstances.now);
    if (outcome.status === "restored") {
      const subject = outcome.memory.id;
      await rows.activity.append({ ...request.writer, at: circumstances.now, event: "memory_restored", subject });
    }
    return outcome;
  }, options);
}

async function restore(
  rows: WritableRows,
  memory: MemoryRow,
  { tier, onConflict }: RestoreRequest,
  now: number,
): Promise<RestoreOutcome> {
  const { id, namespace, title, scope } = memory;
  const life = { tier, expiresAt: expiryOf(tier, now) };
  const whole = await liveWhole(rows, memory);
  const taken = await rows.memories.byTitle(namespace, title, scope);
  const conflict = whole ?? taken;
  const done = async (restored: string, replaced?: string): Promise<RestoreOutcome> => ({
    status: "restored",
    memory: await writtenMemory(rows, restored),
    replaced,
  });
  if (conflict === undefined) {
    await rows.archive.restore(id, { ...life, title });
    return done(id);
  }
  if (onConflict === "error") return { status: "title_taken", memory: conflict };
  if (onConflict === "version") {
    const free = taken === undefined ? title : await freeTitle(rows, namespace, title);
    if (free === undefined) return { status: "title_taken", memory: conflict };
    await rows.archive.restore(id, { ...life, title: free });
    return done(id);
  }
  if (whole === undefined) {
    await rows.archive.archive([conflict.id], "replaced", now);
    await rows.archive.restore(id, { ...life, title });
    return done(id, conflict.id);
  }
  // A third memory has the title of the version by now.
  if (taken !== undefined && taken.id !== whole.id) return { status: "title_taken", memory: taken };
  await rows.memories.replace(whole.id, { ...memory, ...life, updatedAt: now, version: whole.version + 1 });
  await rows.memories.replace(id, whole);
  await rows.archive.stamp(id, now);
  return done(whole.id, id);
}

/** The memory that lives and of which this is a version. */
async function liveWhole(rows: WritableRows, { versionOf }: MemoryRow): Promise<MemoryRow | undefined> {
  const whole = versionOf === null ? undefined : await memoryAt(rows, versionOf);
  return whole?.archivedAt === null ? whole : undefined;
}
