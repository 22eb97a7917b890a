import { sql, type Transaction } from "kysely";
import type { Viewer } from "../memory-rows.ts";
import type { ObservationRow, RecallRows } from "../recall-rows.ts";
import type { Fields } from "./fields.ts";
import { keyFor, openTitle, type SealedMemory } from "./seal-memory.ts";
import { seen } from "./select-memories.ts";
import type { Tables } from "./tables.ts";

/** @param viewer undefined: sees all */
export function sqliteRecallRows(transaction: Transaction<Tables>, fields: Fields, viewer?: Viewer): RecallRows {
  return {
    seenBy: (other) => sqliteRecallRows(transaction, fields, other),
    async observations({ recallId, isUsed, since, until, limit }) {
      const conditions = [
        seen(viewer),
        ...(recallId === undefined ? [] : [sql`recalls.recall_id = ${recallId}`]),
        ...(since === undefined ? [] : [sql`recalls.at >= ${since}`]),
        ...(until === undefined ? [] : [sql`recalls.at < ${until}`]),
        ...(isUsed === undefined ? [] : [sql`coalesce(memories.accessed_at > recalls.at, FALSE) = ${Number(isUsed)}`]),
      ];
      type Observed = Omit<ObservationRow, "isUsed"> & Pick<SealedMemory, "sealedTitle"> & { readonly isUsed: number };
      const { rows } = await sql<Observed>`
        SELECT recalls.recall_id, memories.id AS memory_id, memories.title, recalls.position, recalls.at,
          memories.sealed_title,
          coalesce(memories.accessed_at > recalls.at, FALSE) AS is_used
        FROM recalls CROSS JOIN memories ON memories.row = recalls.memory
        WHERE ${sql.join(conditions, sql` AND `)} ORDER BY recalls.number DESC LIMIT ${limit}
      `.execute(transaction);
      const key = await keyFor(fields, rows);
      return rows.map(({ sealedTitle, isUsed: used, title, ...row }) => ({
        ...row,
        title: openTitle({ id: row.memoryId, title, sealedTitle }, key),
        isUsed: used === 1,
      }));
    },
    async append({ recallId, sessionKey, at, memoryIds }) {
      await sql`
        INSERT INTO recalls (recall_id, session_key, at, position, memory)
        SELECT ${recallId}, ${sessionKey}, ${at}, asked.key, memories.row
        FROM json_each(${JSON.stringify(memoryIds)}) AS asked JOIN memories ON memories.id = asked.value
        ORDER BY asked.key DESC
      `.execute(transaction);
    },
    async lastFound(sessionKey, limit) {
      const { rows } = await sql<{ id: string }>`
        SELECT memories.id AS id
        FROM (
          SELECT memory, max(number) AS latest FROM recalls WHERE session_key = ${sessionKey} GROUP BY memory
        ) AS found JOIN memories ON memories.row = found.memory
        ORDER BY found.latest DESC LIMIT ${limit}
      `.execute(transaction);
      return rows.map((row) => row.id);
    },
  };
}
