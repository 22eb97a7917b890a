import { sql, type Transaction } from "kysely";
import { edged, foldText, nameKey } from "../name-key.ts";
import type { PackRow, PackRows, PackWriter } from "../pack-rows.ts";
import { isNear } from "./grams.ts";
import { all, first, withIdPrefix } from "./select-rows.ts";
import type { Tables } from "./tables.ts";

export function sqlitePackRows(transaction: Transaction<Tables>): PackRows {
  return {
    byId: (id) => first(selectPacks(transaction).where("packs.id", "=", id), packRow),
    byIdPrefix: (prefix, limit) => all(withIdPrefix(selectPacks(transaction), "packs.id", prefix, limit), packRow),
    byName: (name) => first(selectPacks(transaction).where("packs.folded", "=", foldText(name)), packRow),
    async near(key, limit) {
      if (key === "") return [];
      return await all(selectPacks(transaction).where(isNear("packs.row", "pack_grams", key, limit)), packRow);
    },
    async contents(id, limit) {
      const memoryIds = await idsIn(transaction, memoryLinks, id, limit);
      return { memoryIds, taskIds: await idsIn(transaction, taskLinks, id, limit) };
    },
    async namesHolding(memoryId) {
      const { rows } = await sql<{ name: string }>`
        SELECT packs.name FROM pack_memories CROSS JOIN packs ON packs.row = pack_memories.pack
        WHERE pack_memories.memory = (SELECT row FROM memories WHERE id = ${memoryId}) ORDER BY pack_memories.number
      `.execute(transaction);
      return rows.map(({ name }) => name);
    },
    focusOf(agent) {
      const packs = selectPacks(transaction).innerJoin("focus", "focus.pack", "packs.row");
      return first(packs.where("focus.agent", "=", agent), packRow);
    },
    async insert(pack) {
      const columns = { ...pack, folded: foldText(pack.name), tags: JSON.stringify(pack.tags) };
      const insert = transaction.insertInto("packs").values(columns).returning("row");
      const { row } = await insert.executeTakeFirstOrThrow();
      await indexName(transaction, row, pack.name);
    },
    async update(id, { name, description, status, updatedAt }) {
      const { row } = await transaction
        .updateTable("packs")
        .set({ name, folded: foldText(name), description, status, updatedAt })
        .where("id", "=", id)
        .returning("row")
        .executeTakeFirstOrThrow();
      await indexName(transaction, row, name);
    },
    addMemory: (id, memoryId, by) => addTo(transaction, memoryLinks, id, memoryId, by),
    addTask: (id, taskId, by) => addTo(transaction, taskLinks, id, taskId, by),
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

/** A table that links packs to what is in them. */
interface Links {
  readonly table: "pack_memories" | "pack_tasks";
  readonly column: "memory" | "task";
  readonly of: "memories" | "tasks";
}

const memoryLinks: Links = { table: "pack_memories", column: "memory", of: "memories" };
const taskLinks: Links = { table: "pack_tasks", column: "task", of: "tasks" };

async function idsIn(
  transaction: Transaction<Tables>,
  { table, column, of }: Links,
  pack: string,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT item.id FROM ${sql.table(table)} AS link JOIN ${sql.table(of)} AS item ON item.row = link.${sql.ref(column)}
    WHERE link.pack = ${rowOf(pack)} ORDER BY link.number DESC LIMIT ${limit}
  `.execute(transaction);
  return rows.map(({ id }) => id);
}

async function addTo(
  transaction: Transaction<Tables>,
  { table, column, of }: Links,
  pack: string,
  item: string,
  { agent, session, at }: PackWriter,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO ${sql.table(table)} (pack, ${sql.ref(column)}, added_by, session, added_at)
    VALUES (${rowOf(pack)}, (SELECT row FROM ${sql.table(of)} WHERE id = ${item}), ${agent}, ${session}, ${at})
    ON CONFLICT (pack, ${sql.ref(column)}) DO NOTHING
  `.execute(transaction);
  if (numAffectedRows !== 1n) return false;
  await transaction.updateTable("packs").set({ updatedAt: at }).where("id", "=", pack).execute();
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
      sql<number>`(SELECT count(*) FROM pack_memories WHERE pack_memories.pack = packs.row)`.as("memoriesCount"),
      sql<number>`(SELECT count(*) FROM pack_tasks WHERE pack_tasks.pack = packs.row)`.as("tasksCount"),
    ]);
}

type SelectedPack = Awaited<ReturnType<ReturnType<typeof selectPacks>["execute"]>>[number];

function packRow({ row: _row, folded: _folded, tags, ...pack }: SelectedPack): PackRow {
  // Written by this file only, by JSON.stringify of a list of texts.
  return { ...pack, tags: JSON.parse(tags) as string[] };
}
