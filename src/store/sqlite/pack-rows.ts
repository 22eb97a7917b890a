import { sql, type Transaction } from "kysely";
import { foldText } from "../fold-text.ts";
import { edged, nameKey } from "../name-key.ts";
import type { PackRow, PackRows, PackWriter } from "../pack-rows.ts";
import { sharing } from "./grams.ts";
import { beginsWith } from "./id-list.ts";
import type { Tables } from "./tables.ts";

export function sqlitePackRows(transaction: Transaction<Tables>): PackRows {
  return {
    async byId(id) {
      const row = await selectPacks(transaction).where("packs.id", "=", id).executeTakeFirst();
      return row === undefined ? undefined : packRow(row);
    },
    async byIdPrefix(prefix, limit) {
      const rows = await selectPacks(transaction)
        .where(beginsWith("packs.id", prefix))
        .orderBy("packs.id")
        .limit(limit)
        .execute();
      return rows.map(packRow);
    },
    async byName(name) {
      const row = await selectPacks(transaction).where("packs.folded", "=", foldText(name)).executeTakeFirst();
      return row === undefined ? undefined : packRow(row);
    },
    async near(key, limit) {
      if (key === "") return [];
      const rows = await selectPacks(transaction)
        .where(
          sql<boolean>`packs.row IN (
            SELECT rowid FROM pack_grams WHERE pack_grams MATCH ${sharing(key)} ORDER BY rank LIMIT ${limit}
          )`,
        )
        .execute();
      return rows.map(packRow);
    },
    async contents(id, limit) {
      const pack = rowOf(id);
      const memories = await transaction
        .selectFrom("pack_memories")
        .innerJoin("memories", "memories.row", "pack_memories.memory")
        .select("memories.id")
        .where("pack_memories.pack", "=", pack)
        .orderBy("pack_memories.number", "desc")
        .limit(limit)
        .execute();
      const tasks = await transaction
        .selectFrom("pack_tasks")
        .innerJoin("tasks", "tasks.row", "pack_tasks.task")
        .select("tasks.id")
        .where("pack_tasks.pack", "=", pack)
        .orderBy("pack_tasks.number", "desc")
        .limit(limit)
        .execute();
      return { memoryIds: memories.map((memory) => memory.id), taskIds: tasks.map((task) => task.id) };
    },
    async focusOf(agent) {
      const row = await selectPacks(transaction)
        .innerJoin("focus", "focus.pack", "packs.row")
        .where("focus.agent", "=", agent)
        .executeTakeFirst();
      return row === undefined ? undefined : packRow(row);
    },
    async insert({ id, name, type, status, description, tags, createdBy, session, createdAt, updatedAt }) {
      const { row } = await transaction
        .insertInto("packs")
        .values({
          id,
          name,
          folded: foldText(name),
          type,
          status,
          description,
          tags: JSON.stringify(tags),
          created_by: createdBy,
          session,
          created_at: createdAt,
          updated_at: updatedAt,
        })
        .returning("row")
        .executeTakeFirstOrThrow();
      await indexName(transaction, row, name);
    },
    async update(id, { name, description, status, updatedAt }) {
      const { row } = await transaction
        .updateTable("packs")
        .set({ name, folded: foldText(name), description, status, updated_at: updatedAt })
        .where("id", "=", id)
        .returning("row")
        .executeTakeFirstOrThrow();
      await indexName(transaction, row, name);
    },
    async addMemory(id, memoryId, by) {
      const memory = sql<number>`(SELECT row FROM memories WHERE id = ${memoryId})`;
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto("pack_memories")
        .values({ pack: rowOf(id), memory, ...added(by) })
        .onConflict((conflict) => conflict.columns(["pack", "memory"]).doNothing())
        .executeTakeFirstOrThrow();
      return await touchIf(transaction, id, numInsertedOrUpdatedRows, by);
    },
    async addTask(id, taskId, by) {
      const task = sql<number>`(SELECT row FROM tasks WHERE id = ${taskId})`;
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto("pack_tasks")
        .values({ pack: rowOf(id), task, ...added(by) })
        .onConflict((conflict) => conflict.columns(["pack", "task"]).doNothing())
        .executeTakeFirstOrThrow();
      return await touchIf(transaction, id, numInsertedOrUpdatedRows, by);
    },
    async setFocus(id, { agent, session, at }) {
      await transaction
        .replaceInto("focus")
        .values({ agent, pack: rowOf(id), session, since: at })
        .execute();
    },
    async clearFocus(agent) {
      await transaction.deleteFrom("focus").where("agent", "=", agent).execute();
    },
  };
}

function rowOf(id: string) {
  return sql<number>`(SELECT row FROM packs WHERE id = ${id})`;
}

function added({ agent, session, at }: PackWriter) {
  return { added_by: agent, session, added_at: at };
}

async function touchIf(
  transaction: Transaction<Tables>,
  id: string,
  inserted: bigint | undefined,
  by: PackWriter,
): Promise<boolean> {
  if (inserted === undefined || inserted === 0n) return false;
  await transaction.updateTable("packs").set({ updated_at: by.at }).where("id", "=", id).execute();
  return true;
}

async function indexName(transaction: Transaction<Tables>, row: number, name: string): Promise<void> {
  await sql`INSERT OR REPLACE INTO pack_grams (rowid, key) VALUES (${row}, ${edged(nameKey(name))})`.execute(
    transaction,
  );
}

function selectPacks(transaction: Transaction<Tables>) {
  return transaction
    .selectFrom("packs")
    .selectAll("packs")
    .select([
      sql<number>`(SELECT count(*) FROM pack_memories WHERE pack_memories.pack = packs.row)`.as("memories_count"),
      sql<number>`(SELECT count(*) FROM pack_tasks WHERE pack_tasks.pack = packs.row)`.as("tasks_count"),
    ]);
}

type SelectedPack = Awaited<ReturnType<ReturnType<typeof selectPacks>["execute"]>>[number];

function packRow(selected: SelectedPack): PackRow {
  const { id, name, type, status, description, session } = selected;
  return {
    id,
    name,
    type,
    status,
    description,
    // Written by this file only, by JSON.stringify of a list of texts.
    tags: JSON.parse(selected.tags) as string[],
    memoriesCount: selected.memories_count,
    tasksCount: selected.tasks_count,
    createdBy: selected.created_by,
    session,
    createdAt: selected.created_at,
    updatedAt: selected.updated_at,
  };
}
