import { type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import type { NamedMemory } from "../archive-rows.ts";
import type { ListedMemory, MemoryFilters, MemoryList, MemoryRow, Viewer } from "../memory-rows.ts";
import { foldTag } from "./fold-tag.ts";
import { holds } from "./grams.ts";
import { atOrBelow, live, memoryRow, seen, selectMemories } from "./select-memories.ts";
import { all, rowOfTask } from "./select-rows.ts";
import type { Tables } from "./tables.ts";

export function listMemories(
  transaction: Transaction<Tables>,
  viewer: Viewer | undefined,
  list: MemoryList,
): Promise<readonly ListedMemory[]> {
  const { before = Number.MAX_SAFE_INTEGER } = list;
  const query = selectLive(transaction, viewer, list.now)
    .where("row", "<", before)
    .where(meets(list))
    .limit(list.limit);
  return all(query, (row) => ({ row: row.row, memory: memoryRow(row) }));
}

export async function matchingMemories(
  transaction: Transaction<Tables>,
  viewer: Viewer | undefined,
  filters: MemoryFilters,
  now: number,
): Promise<readonly NamedMemory[]> {
  const memories = transaction
    .selectFrom("memories")
    .select(["id", "title", "namespace"])
    .where(live(now))
    .where(seen(viewer));
  return await memories.where(meets(filters)).orderBy("row", "desc").execute();
}

function meets({ namespace, tier, kind, tag, agentId, term }: MemoryFilters): RawBuilder<SqlBool> {
  const all = [
    ...(namespace === undefined ? [] : [atOrBelow(namespace)]),
    ...(tier === undefined ? [] : [sql<SqlBool>`memories.tier = ${tier}`]),
    ...(kind === undefined ? [] : [sql<SqlBool>`memories.kind = ${kind}`]),
    ...(agentId === undefined ? [] : [sql<SqlBool>`memories.agent_id = ${agentId}`]),
    ...(tag === undefined
      ? []
      : [sql<SqlBool>`memories.row IN (SELECT memory FROM memory_tags WHERE folded = ${foldTag(tag)})`]),
    ...(term === undefined ? [] : [holds(sql`memories.row`, "memory_grams", ["title", "content"], term)]),
  ];
  return all.length === 0 ? sql`TRUE` : sql<SqlBool>`${sql.join(all, sql` AND `)}`;
}

export function memoriesOfTask(
  transaction: Transaction<Tables>,
  viewer: Viewer | undefined,
  { taskId, now, limit }: { readonly taskId: string; readonly now: number; readonly limit: number },
): Promise<readonly MemoryRow[]> {
  const task = rowOfTask(taskId);
  return all(selectLive(transaction, viewer, now).where("task", "=", task).limit(limit), memoryRow);
}

export function turnsOf(
  transaction: Transaction<Tables>,
  viewer: Viewer | undefined,
  given: { readonly session: string; readonly until: number; readonly now: number; readonly limit: number },
): Promise<readonly MemoryRow[]> {
  // As the index has it.
  const turns = sql<SqlBool>`(memories.kind = 'conversation' AND memories.source = 'hook')`;
  const query = selectLive(transaction, viewer, given.now).where(turns).where("session", "=", given.session);
  return all(query.where("updatedAt", "<=", given.until).limit(given.limit), memoryRow);
}

function selectLive(transaction: Transaction<Tables>, viewer: Viewer | undefined, now: number) {
  return selectMemories(transaction, viewer).where(live(now)).orderBy("row", "desc");
}
