import { sql, type Transaction } from "kysely";
import type { StandardRow, StandardRows } from "../standard-rows.ts";
import { rowOfMemory } from "./select-memories.ts";
import { inList } from "./select-rows.ts";
import type { Tables } from "./tables.ts";

export function sqliteStandardRows(transaction: Transaction<Tables>): StandardRows {
  return {
    async of(namespaces) {
      const { rows } = await sql<StandardRow>`
        SELECT standard.namespace, memories.id AS memory_id, standard.parent, standard.set_by, standard.set_at
        FROM namespace_standards AS standard JOIN memories ON memories.row = standard.memory
        WHERE standard.namespace IN ${inList(namespaces)} ORDER BY standard.namespace
      `.execute(transaction);
      return rows;
    },
    async set({ namespace, memoryId, parent, setBy, setAt }) {
      await sql`
        INSERT INTO namespace_standards (namespace, memory, parent, set_by, set_at)
        VALUES (${namespace}, ${rowOfMemory(memoryId)}, ${parent}, ${setBy}, ${setAt})
        ON CONFLICT (namespace) DO UPDATE
        SET memory = excluded.memory, parent = excluded.parent, set_by = excluded.set_by, set_at = excluded.set_at
      `.execute(transaction);
    },
    async clear(namespace) {
      const { numAffectedRows = 0n } = await sql`
        DELETE FROM namespace_standards WHERE namespace = ${namespace}
      `.execute(transaction);
      return numAffectedRows > 0n;
    },
  };
}
