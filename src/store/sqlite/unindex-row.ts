import { sql, type Transaction } from "kysely";
import type { GramTable } from "./grams.ts";
import type { Tables } from "./tables.ts";

/**
 * Takes a row out of a text index, where it is in it, and writes that to the index at once. When a row is removed and inserted again before
 * it is written, as REPLACE and UPDATE do, SQLite (tried with 3.46 to 3.54) may overlook the removal of a word that the new texts have
 * often: the word stays after the row is gone, and what orders by rank then takes the database for damaged. In an index without places
 * (`detail = none`) two short texts are enough.
 * @see fts5FlushOneHash in SQLite's sources: with secure-delete it looks for the mark of a removal in the first byte of a size of several
 */
export async function unindexRow(
  transaction: Transaction<Tables>,
  table: GramTable | "memories_fts",
  row: number,
): Promise<void> {
  const index = sql.table(table);
  const { numAffectedRows = 0n } = await sql`DELETE FROM ${index} WHERE rowid = ${row}`.execute(transaction);
  if (numAffectedRows > 0n) await sql`INSERT INTO ${index} (${index}) VALUES ('flush')`.execute(transaction);
}
