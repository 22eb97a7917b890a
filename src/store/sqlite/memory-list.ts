import { type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import type { NamedMemory } from "../archive-rows.ts";
import type { ListedMemory, MemoryFilters, MemoryList, MemoryRow, Viewer } from "../memory-rows.ts";
import type { Fields } from "./fields.ts";
import { foldTag } from "./fold-tag.ts";
import { memoriesHolding } from "./grams.ts";
import { rowsContaining } from "./opened-memories.ts";
import { keyFor, openTitle } from "./seal-memory.ts";
import { atOrBelow, live, memoryRow, readEach, readMemories, seen, selectMemories } from "./select-memories.ts";
import { rowOfTask } from "./select-rows.ts";
import type { Tables } from "./tables.ts";

export async function listMemories(
  transaction: Transaction<Tables>,
  fields: Fields,
  viewer: Viewer | undefined,
  list: MemoryList,
): Promise<readonly ListedMemory[]> {
  const { limit } = list;
  const found: ListedMemory[] = [];
  for await (const where of meetsAll(transaction, fields, viewer, list)) {
    const query = selectLive(transaction, viewer, list.now)
      .where(where)
      .limit(limit - found.length);
    found.push(
      ...(await readEach(query, fields, (selected, key) => ({ row: selected.row, memory: memoryRow(selected, key) }))),
    );
    if (found.length >= limit) break;
  }
  return found;
}

export async function matchingMemories(
  transaction: Transaction<Tables>,
  fields: Fields,
  viewer: Viewer | undefined,
  filters: MemoryFilters,
  now: number,
): Promise<readonly NamedMemory[]> {
  const found: NamedMemory[] = [];
  for await (const where of meetsAll(transaction, fields, viewer, { ...filters, now })) {
    const memories = transaction
      .selectFrom("memories")
      .select(["id", "title", "namespace", "sealedTitle"])
      .where(live(now))
      .where(seen(viewer))
      .where(where);
    const rows = await memories.orderBy("row", "desc").execute();
    const key = await keyFor(fields, rows);
    found.push(...rows.map((row) => ({ id: row.id, title: openTitle(row, key), namespace: row.namespace })));
  }
  return found;
}

/** Conditions that together find what passes the filters, those with higher rows first; with the encrypted ones that are open and contain the term. */
async function* meetsAll(
  transaction: Transaction<Tables>,
  fields: Fields,
  viewer: Viewer | undefined,
  { term, now, before = Number.MAX_SAFE_INTEGER, ...filters }: Omit<MemoryList, "limit">,
): AsyncGenerator<RawBuilder<SqlBool>> {
  const others = sql<SqlBool>`memories.row < ${before} AND ${meets(filters)}`;
  if (term === undefined) {
    yield others;
    return;
  }
  const also = await rowsContaining(transaction, fields, { viewer, where: sql`${live(now)} AND ${others}` }, term);
  for await (const holding of memoriesHolding(transaction, term, { before, also })) {
    yield sql`${others} AND ${holding}`;
  }
}

export function meets({ namespace, tier, kind, tag, agentId }: Omit<MemoryFilters, "term">): RawBuilder<SqlBool> {
  const all = [
    ...(namespace === undefined ? [] : [atOrBelow(namespace)]),
    ...(tier === undefined ? [] : [sql<SqlBool>`memories.tier = ${tier}`]),
    ...(kind === undefined ? [] : [sql<SqlBool>`memories.kind = ${kind}`]),
    ...(agentId === undefined ? [] : [sql<SqlBool>`memories.agent_id = ${agentId}`]),
    ...(tag === undefined
      ? []
      : [sql<SqlBool>`memories.row IN (SELECT memory FROM memory_tags WHERE folded = ${foldTag(tag)})`]),
  ];
  return all.length === 0 ? sql`TRUE` : sql<SqlBool>`${sql.join(all, sql` AND `)}`;
}

export function memoriesOfTask(
  transaction: Transaction<Tables>,
  fields: Fields,
  viewer: Viewer | undefined,
  { taskId, now, limit }: { readonly taskId: string; readonly now: number; readonly limit: number },
): Promise<readonly MemoryRow[]> {
  const task = rowOfTask(taskId);
  return readMemories(selectLive(transaction, viewer, now).where("task", "=", task).limit(limit), fields);
}

export function turnsOf(
  transaction: Transaction<Tables>,
  fields: Fields,
  viewer: Viewer | undefined,
  given: { readonly session: string; readonly until: number; readonly now: number; readonly limit: number },
): Promise<readonly MemoryRow[]> {
  // As the index has it.
  const turns = sql<SqlBool>`(memories.kind = 'conversation' AND memories.source = 'hook')`;
  const query = selectLive(transaction, viewer, given.now).where(turns).where("session", "=", given.session);
  return readMemories(query.where("updatedAt", "<=", given.until).limit(given.limit), fields);
}

function selectLive(transaction: Transaction<Tables>, viewer: Viewer | undefined, now: number) {
  return selectMemories(transaction, viewer).where(live(now)).orderBy("row", "desc");
}
