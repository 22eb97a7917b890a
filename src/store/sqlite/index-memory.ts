import { sql, type Transaction } from "kysely";
import type { Json } from "../../contract/json.ts";
import { leadingWords } from "../leading-words.ts";
import type { MemoryContent } from "../memory-rows.ts";
import { indexText } from "../words.ts";
import { foldTag } from "./fold-tag.ts";
import { gramText } from "./grams.ts";
import type { Tables } from "./tables.ts";
import { unindexRow } from "./unindex-row.ts";

type Indexed = Pick<MemoryContent, "content" | "tags" | "metadata"> & {
  readonly namespace: string;
  readonly title: string;
  readonly encrypted: boolean;
};

/**
 * Writes what finds a memory: its tags, its leading words and its rows in the text indexes. All of it is deleted with the memory. Of an
 * encrypted one only the tags are written.
 */
export async function indexMemory(
  transaction: Transaction<Tables>,
  row: number,
  { namespace, title, content, tags, metadata, encrypted }: Indexed,
): Promise<void> {
  const entries = tags.map((tag, position) => ({ memory: row, position, tag, folded: foldTag(tag) }));
  if (entries.length > 0) {
    await transaction
      .insertInto("memory_tags")
      .values(entries)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (encrypted) {
    await unindexTexts(transaction, row);
    return;
  }
  await unindexRow(transaction, "memories_fts", row);
  await sql`
    INSERT INTO memories_fts (rowid, title, tags, content, metadata)
    VALUES (${row}, ${indexText(title)}, ${indexText(tags.join("\n"))}, ${indexText(content)}, ${indexText(textsOf(metadata))})
  `.execute(transaction);
  await sql`
    INSERT OR IGNORE INTO memory_leading_words (memory, namespace, word)
    SELECT ${row}, ${namespace}, value FROM json_each(${JSON.stringify(leadingWords(content).words)})
  `.execute(transaction);
  await unindexRow(transaction, "memory_grams", row);
  await sql`
    INSERT INTO memory_grams (rowid, title, content) VALUES (${row}, ${gramText(title)}, ${gramText(content)})
  `.execute(transaction);
}

/** Takes the texts of a memory out of every index. */
export async function unindexTexts(transaction: Transaction<Tables>, row: number): Promise<void> {
  await unindexRow(transaction, "memories_fts", row);
  await unindexRow(transaction, "memory_grams", row);
  await sql`DELETE FROM memory_leading_words WHERE memory = ${row}`.execute(transaction);
}

/** Every text in the metadata on a line of its own, in order; the depth is bounded before anything is stored. */
export function textsOf(metadata: Json): string {
  return listTexts(metadata).join("\n");
}

function listTexts(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((part: Json) => listTexts(part));
}
