import { sql, type Transaction } from "kysely";
import type { RecallRows } from "../recall-rows.ts";
import type { Tables } from "./tables.ts";

export function sqliteRecallRows(transaction: Transaction<Tables>): RecallRows {
  return {
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
