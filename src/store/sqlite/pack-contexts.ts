import { sql, type Transaction } from "kysely";
import { foldText } from "../name-key.ts";
import type { PackContext, PackWriter } from "../pack-rows.ts";
import { rowOf, touched } from "./pack-contents.ts";
import type { Tables } from "./tables.ts";

// Texts that are in a pack alone. Their names are compared as those of packs.

export async function contextsIn(
  transaction: Transaction<Tables>,
  pack: string,
  limit: number,
): Promise<readonly PackContext[]> {
  const { rows } = await sql<PackContext>`
    SELECT name, text, written_by, written_at FROM pack_contexts WHERE pack = ${rowOf(pack)} ORDER BY number LIMIT ${limit}
  `.execute(transaction);
  return rows;
}

export async function putContext(
  transaction: Transaction<Tables>,
  pack: string,
  { name, text }: Pick<PackContext, "name" | "text">,
  { agent, session, at }: PackWriter,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO pack_contexts (pack, name, folded, text, written_by, session, written_at)
    VALUES (${rowOf(pack)}, ${name}, ${foldText(name)}, ${text}, ${agent}, ${session}, ${at})
    ON CONFLICT (pack, folded) DO UPDATE SET name = excluded.name, text = excluded.text, written_by = excluded.written_by,
      session = excluded.session, written_at = excluded.written_at
    WHERE name <> excluded.name OR text <> excluded.text
  `.execute(transaction);
  return await touched(transaction, pack, at, numAffectedRows);
}

export async function removeContext(
  transaction: Transaction<Tables>,
  pack: string,
  name: string,
  { at }: PackWriter,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM pack_contexts WHERE pack = ${rowOf(pack)} AND folded = ${foldText(name)}
  `.execute(transaction);
  return await touched(transaction, pack, at, numAffectedRows);
}
