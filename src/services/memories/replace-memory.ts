import { isDeepStrictEqual } from "node:util";
import type { MemoryRow, MemoryVersion } from "../../store/memory-rows.ts";
import type { WritableRows } from "../../store/store.ts";
import type { Circumstances } from "../service-options.ts";

/**
 * Gives a memory its next version and archives the one that it replaces.
 * @returns the id of the archived version; undefined when nothing would be lost: then only the end moves
 */
export async function replaceMemory(
  { memories, archive }: WritableRows,
  taken: MemoryRow,
  next: Omit<MemoryVersion, "version">,
  { now, newId }: Circumstances,
): Promise<string | undefined> {
  if (isSame(taken, next)) {
    await memories.replace(taken.id, { ...next, editSource: taken.editSource, version: taken.version });
    return undefined;
  }
  const kept = newId();
  await archive.keepVersion(taken.id, kept, now);
  await memories.replace(taken.id, { ...next, version: taken.version + 1 });
  return kept;
}

/** Whether all but the times of update and expiry, and who edits, is equal. */
function isSame(taken: MemoryRow, next: Omit<MemoryVersion, "version">): boolean {
  const { updatedAt, expiresAt, editSource } = taken;
  return isDeepStrictEqual({ ...taken, ...next, updatedAt, expiresAt, editSource }, taken);
}
