import { sql, type Transaction } from "kysely";
import type { ListedMemory, MemoryList, MemoryRow, Viewer } from "../memory-rows.ts";
import { foldTag } from "./fold-tag.ts";
import { holds } from "./grams.ts";
import { live, memoryRow, selectMemories } from "./select-memories.ts";
import { all } from "./select-rows.ts";
import type { Tables } from "./tables.ts";

export function listMemories(
  transaction: Transaction<Tables>,
  viewer: Viewer | undefined,
  list: MemoryList,
): Promise<readonly ListedMemory[]> {
  const { namespace, tier, kind, tag, agentId, term, before = Number.MAX_SAFE_INTEGER } = list;
  let query = selectLive(transaction, viewer, list.now).where("row", "<", before);
  // '0' is the character after '/': the range holds exactly what lies below.
  if (namespace !== undefined) {
    query = query.where(
      sql<boolean>`(namespace = ${namespace} OR (namespace > ${`${namespace}/`} AND namespace < ${`${namespace}0`}))`,
    );
  }
  if (tier !== undefined) query = query.where("tier", "=", tier);
  if (kind !== undefined) query = query.where("kind", "=", kind);
  if (agentId !== undefined) query = query.where("agentId", "=", agentId);
  if (tag !== undefined) {
    query = query.where(sql<boolean>`row IN (SELECT memory FROM memory_tags WHERE folded = ${foldTag(tag)})`);
  }
  if (term !== undefined) query = query.where(holds(sql`row`, "memory_grams", ["title", "content"], term));
  return all(query.limit(list.limit), (row) => ({ row: row.row, memory: memoryRow(row) }));
}

export function memoriesOfTask(
  transaction: Transaction<Tables>,
  viewer: Viewer | undefined,
  { taskId, now, limit }: { readonly taskId: string; readonly now: number; readonly limit: number },
): Promise<readonly MemoryRow[]> {
  const task = sql<number>`(SELECT row FROM tasks WHERE id = ${taskId})`;
  return all(selectLive(transaction, viewer, now).where("task", "=", task).limit(limit), memoryRow);
}

function selectLive(transaction: Transaction<Tables>, viewer: Viewer | undefined, now: number) {
  return selectMemories(transaction, viewer).where(live(now)).orderBy("row", "desc");
}
