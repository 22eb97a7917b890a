import { type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import type { NamedMemory } from "../archive-rows.ts";
import type { ListedMemory, MemoryFilters, MemoryList, MemoryRow } from "../memory-rows.ts";
import { foldTag } from "./fold-tag.ts";
import { holds } from "./grams.ts";
import { live, memoryRow, selectMemories } from "./select-memories.ts";
import { all } from "./select-rows.ts";
import type { Tables } from "./tables.ts";

export function listMemories(transaction: Transaction<Tables>, list: MemoryList): Promise<readonly ListedMemory[]> {
  const { before = Number.MAX_SAFE_INTEGER } = list;
  const query = selectLive(transaction, list.now).where("row", "<", before).where(meets(list)).limit(list.limit);
  return all(query, (row) => ({ row: row.row, memory: memoryRow(row) }));
}

export async function matchingMemories(
  transaction: Transaction<Tables>,
  filters: MemoryFilters,
  now: number,
): Promise<readonly NamedMemory[]> {
  const memories = transaction.selectFrom("memories").select(["id", "title", "namespace"]).where(live(now));
  return await memories.where(meets(filters)).orderBy("row", "desc").execute();
}

/** '0' is the character after '/': the range holds exactly what lies below. */
export function isHereOrBelow(namespace: string): RawBuilder<SqlBool> {
  return sql`(memories.namespace = ${namespace} OR (memories.namespace > ${`${namespace}/`} AND memories.namespace < ${`${namespace}0`}))`;
}

function meets({ namespace, tier, kind, tag, agentId, term }: MemoryFilters): RawBuilder<SqlBool> {
  const all = [
    ...(namespace === undefined ? [] : [isHereOrBelow(namespace)]),
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
  taskId: string,
  now: number,
  limit: number,
): Promise<readonly MemoryRow[]> {
  const task = sql<number>`(SELECT row FROM tasks WHERE id = ${taskId})`;
  return all(selectLive(transaction, now).where("task", "=", task).limit(limit), memoryRow);
}

function selectLive(transaction: Transaction<Tables>, now: number) {
  return selectMemories(transaction).where(live(now)).orderBy("row", "desc");
}
