import { sql, type Transaction } from "kysely";
import type { PackWriter } from "../pack-rows.ts";
import type { Tables } from "./tables.ts";

/** A table that links packs to what is in them. */
interface Links {
  readonly table: "pack_memories" | "pack_tasks";
  readonly column: "memory" | "task";
  readonly of: "memories" | "tasks";
}

export const memoryLinks: Links = { table: "pack_memories", column: "memory", of: "memories" };
export const taskLinks: Links = { table: "pack_tasks", column: "task", of: "tasks" };

export function rowOf(pack: string) {
  return sql<number>`(SELECT row FROM packs WHERE id = ${pack})`;
}

export async function idsIn(
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

export async function addTo(
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
  return await touched(transaction, pack, at, numAffectedRows);
}

export async function removeFrom(
  transaction: Transaction<Tables>,
  { table, column, of }: Links,
  pack: string,
  item: string,
  { at }: PackWriter,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM ${sql.table(table)}
    WHERE pack = ${rowOf(pack)} AND ${sql.ref(column)} = (SELECT row FROM ${sql.table(of)} WHERE id = ${item})
  `.execute(transaction);
  return await touched(transaction, pack, at, numAffectedRows);
}

export async function emptyPack(transaction: Transaction<Tables>, pack: string, { at }: PackWriter): Promise<boolean> {
  return await touched(transaction, pack, at, await removeLinks(transaction, pack));
}

export async function removePack(transaction: Transaction<Tables>, pack: string): Promise<void> {
  await removeLinks(transaction, pack);
  await transaction.deleteFrom("focus").where("pack", "=", rowOf(pack)).execute();
  await transaction.deleteFrom("packs").where("id", "=", pack).execute();
}

async function removeLinks(transaction: Transaction<Tables>, pack: string): Promise<bigint> {
  let removed = 0n;
  for (const table of [memoryLinks.table, taskLinks.table, "pack_contexts"]) {
    const result = await sql`DELETE FROM ${sql.table(table)} WHERE pack = ${rowOf(pack)}`.execute(transaction);
    removed += result.numAffectedRows ?? 0n;
  }
  return removed;
}

/** Sets the time of the last change where something changed. */
export async function touched(
  transaction: Transaction<Tables>,
  pack: string,
  at: number,
  changed: bigint | undefined,
): Promise<boolean> {
  if (changed === undefined || changed === 0n) return false;
  await transaction.updateTable("packs").set({ updatedAt: at }).where("id", "=", pack).execute();
  return true;
}
