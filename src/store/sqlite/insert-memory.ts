import { sql, type Transaction } from "kysely";
import type { MemoryRow } from "../memory-rows.ts";
import { indexMemory } from "./index-memory.ts";
import { rowOfMemory } from "./select-memories.ts";
import type { Tables } from "./tables.ts";

export async function insertMemory(
  transaction: Transaction<Tables>,
  { taskId, versionOf, tags, ...memory }: MemoryRow,
): Promise<void> {
  const { row } = await transaction
    .insertInto("memories")
    .values({
      ...memory,
      cited: memory.cited ? 1 : 0,
      metadata: JSON.stringify(memory.metadata),
      task: sql<number | null>`(SELECT row FROM tasks WHERE id = ${taskId})`,
      versionOf: rowOfMemory(versionOf),
    })
    .returning("row")
    .executeTakeFirstOrThrow();
  await indexMemory(transaction, row, { ...memory, tags });
}
