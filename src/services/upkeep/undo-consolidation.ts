import type { Writer } from "../../store/activity-rows.ts";
import { consolidation } from "../../store/evolution-rows.ts";
import type { MemoryRow } from "../../store/memory-rows.ts";
import type { WritableRows } from "../../store/store.ts";
import { archiveExpired } from "../memories/archive-expired.ts";
import { expiryOf } from "../memories/lifetime.ts";
import { memoryAt, writtenMemory } from "../memories/memory-at.ts";
import { freeTitle } from "../memories/title.ts";

export type UndoneConsolidation =
  | {
      readonly status: "undone";
      /** In the order in which they were given. */
      readonly restored: readonly MemoryRow[];
      /** How many sources were restored or deleted since. */
      readonly left: number;
    }
  | { readonly status: "not_found" | "not_consolidated" | "undone_before" }
  | { readonly status: "archived"; readonly memory: MemoryRow };

/** Archives a memory that was made of others and brings these back; what was changed since stays. */
export async function undoConsolidation(
  rows: WritableRows,
  id: string,
  writer: Writer,
  now: number,
): Promise<UndoneConsolidation> {
  await archiveExpired(rows, now);
  const memory = await memoryAt(rows, id);
  if (memory === undefined) return { status: "not_found" };
  const run = await rows.evolutions.find(id);
  if (run?.trigger !== consolidation) return { status: "not_consolidated" };
  if (run.undoneAt !== null) return { status: "undone_before" };
  if (memory.archivedAt !== null) return { status: "archived", memory };

  const log = { ...writer, at: now };
  // First, because it may have the title of a source.
  await rows.archive.archive([id], "replaced", now);
  await rows.activity.append({ ...log, event: "memory_archived", subject: id });
  const changes = await rows.evolutions.changes(id);
  const links = await rows.graph.byIds(changes.map(({ linkId }) => linkId));
  const restored: MemoryRow[] = [];
  for (const { linkId } of changes) {
    const link = links.find((one) => one.id === linkId);
    const source = link === undefined ? undefined : await memoryAt(rows, link.targetId);
    if (link === undefined || source === undefined) continue;
    if (link.validUntil === null) await rows.graph.remove([linkId]);
    if (source.archivedAt !== run.createdAt || source.archiveReason !== "replaced") continue;
    const title = await titleFor(rows, source);
    if (title === undefined) continue;
    // A life that has ended meanwhile would end at once.
    const hasTime = source.expiresAt === null || source.expiresAt > now;
    const expiresAt = hasTime ? source.expiresAt : expiryOf(source.tier, now);
    await rows.archive.restore(source.id, { tier: source.tier, expiresAt, title });
    await rows.activity.append({ ...log, event: "memory_restored", subject: source.id });
    restored.push(await writtenMemory(rows, source.id));
  }
  await rows.evolutions.markUndone(id, now);
  return { status: "undone", restored, left: changes.length - restored.length };
}

/** Its own, or a numbered one where another memory has that by now. */
async function titleFor(rows: WritableRows, { namespace, title, scope }: MemoryRow): Promise<string | undefined> {
  const taken = await rows.memories.byTitle(namespace, title, scope);
  return taken === undefined ? title : freeTitle(rows, namespace, title);
}
