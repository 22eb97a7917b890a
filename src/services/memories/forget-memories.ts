import type { Writer } from "../../store/activity-rows.ts";
import type { NamedMemory } from "../../store/archive-rows.ts";
import type { MemoryFilters } from "../../store/memory-rows.ts";
import type { Store } from "../../store/store.ts";
import type { Circumstances } from "../service-options.ts";
import { archiveExpired } from "./archive-expired.ts";
import type { MemoriesCall } from "./memories.ts";

/** Every part that is present must hold. */
export interface ForgetRequest extends MemoryFilters {
  /** Whole ids. */
  readonly ids?: readonly string[] | undefined;
  readonly isDryRun: boolean;
  readonly writer: Writer;
}

/** Archives the live memories that the filters let through. @returns them, last stored first */
export async function forgetMemories(
  store: Store,
  { ids, isDryRun, writer, ...filters }: ForgetRequest,
  { now }: Circumstances,
  options: MemoriesCall,
): Promise<readonly NamedMemory[]> {
  const wanted = ids === undefined ? undefined : new Set(ids);
  if (isDryRun) {
    const found = await store.read(({ archive }) => archive.matching(filters, now), options);
    return found.filter(({ id }) => wanted?.has(id) !== false);
  }
  return store.write(async (rows) => {
    await archiveExpired(rows, now);
    const found = (await rows.archive.matching(filters, now)).filter(({ id }) => wanted?.has(id) !== false);
    await rows.archive.archive(
      found.map(({ id }) => id),
      "forgotten",
      now,
    );
    for (const { id: subject } of found) {
      await rows.activity.append({ ...writer, at: now, event: "memory_archived", subject });
    }
    return found;
  }, options);
}
