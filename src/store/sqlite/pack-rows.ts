import { sql, type Transaction } from "kysely";
import { foldText } from "../name-key.ts";
import type { PackRow, PackRows } from "../pack-rows.ts";
import { gramName, gramTags, gramText, holds, isNear } from "./grams.ts";
import { addTo, emptyPack, idsIn, memoryLinks, removeFrom, removePack, rowOf, taskLinks } from "./pack-contents.ts";
import { contextsIn, putContext, removeContext } from "./pack-contexts.ts";
import { all, first, withIdPrefix } from "./select-rows.ts";
import type { Tables } from "./tables.ts";
import { unindexRow } from "./unindex-row.ts";

export function sqlitePackRows(transaction: Transaction<Tables>): PackRows {
  return {
    byId: (id) => first(selectPacks(transaction).where("packs.id", "=", id), packRow),
    byIdPrefix: (prefix, limit) => all(withIdPrefix(selectPacks(transaction), "packs.id", prefix, limit), packRow),
    byName: (name) => first(selectPacks(transaction).where("packs.folded", "=", foldText(name)), packRow),
    async near(key, limit) {
      if (key === "") return [];
      return await all(selectPacks(transaction).where(isNear("packs.row", "pack_grams", key, limit)), packRow);
    },
    list({ type, status, query, before = Number.MAX_SAFE_INTEGER, limit }) {
      let packs = selectPacks(transaction).where("packs.row", "<", before).orderBy("packs.row", "desc").limit(limit);
      if (type !== undefined) packs = packs.where("packs.type", "=", type);
      if (status !== undefined) packs = packs.where("packs.status", "=", status);
      if (query !== undefined) {
        packs = packs.where(holds(sql`packs.row`, "pack_grams", ["name", "description", "tags"], query));
      }
      return all(packs, packRow);
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
      await indexTexts(transaction, (await insert.executeTakeFirstOrThrow()).row, pack);
    },
    async update(id, { name, type, description, status, tags, updatedAt }) {
      const { row } = await transaction
        .updateTable("packs")
        .set({ name, folded: foldText(name), type, description, status, tags: JSON.stringify(tags), updatedAt })
        .where("id", "=", id)
        .returning("row")
        .executeTakeFirstOrThrow();
      await indexTexts(transaction, row, { name, description, tags });
    },
    addMemory: (id, memoryId, by) => addTo(transaction, memoryLinks, id, memoryId, by),
    addTask: (id, taskId, by) => addTo(transaction, taskLinks, id, taskId, by),
    removeMemory: (id, memoryId, by) => removeFrom(transaction, memoryLinks, id, memoryId, by),
    removeTask: (id, taskId, by) => removeFrom(transaction, taskLinks, id, taskId, by),
    contextsOf: (id, limit) => contextsIn(transaction, id, limit),
    putContext: (id, context, by) => putContext(transaction, id, context, by),
    removeContext: (id, name, by) => removeContext(transaction, id, name, by),
    empty: (id, by) => emptyPack(transaction, id, by),
    remove: (id) => removePack(transaction, id),
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

async function indexTexts(
  transaction: Transaction<Tables>,
  row: number,
  { name, description, tags }: Pick<PackRow, "name" | "description" | "tags">,
): Promise<void> {
  await unindexRow(transaction, "pack_grams", row);
  await sql`
    INSERT INTO pack_grams (rowid, name, description, tags, key)
    VALUES (${row}, ${gramText(name)}, ${gramText(description)}, ${gramTags(tags)}, ${gramName(name)})
  `.execute(transaction);
}

function selectPacks(transaction: Transaction<Tables>) {
  return transaction
    .selectFrom("packs")
    .selectAll("packs")
    .select([
      sql<number>`(SELECT count(*) FROM pack_memories WHERE pack_memories.pack = packs.row)`.as("memoriesCount"),
      sql<number>`(SELECT count(*) FROM pack_tasks WHERE pack_tasks.pack = packs.row)`.as("tasksCount"),
      sql<string>`(
        SELECT json_group_array(name) FROM (SELECT name FROM pack_contexts WHERE pack_contexts.pack = packs.row ORDER BY number)
      )`.as("contexts"),
    ]);
}

type SelectedPack = Awaited<ReturnType<ReturnType<typeof selectPacks>["execute"]>>[number];

function packRow({ folded: _folded, tags, contexts, ...pack }: SelectedPack): PackRow {
  // Lists of texts: written by this file only, and by the query above.
  return { ...pack, tags: JSON.parse(tags) as string[], contexts: JSON.parse(contexts) as string[] };
}
