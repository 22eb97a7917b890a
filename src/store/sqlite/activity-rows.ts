import type { Transaction } from "kysely";
import type { ActivityEvent, ActivityRows } from "../activity-rows.ts";
import type { Tables } from "./tables.ts";

export function sqliteActivityRows(transaction: Transaction<Tables>): ActivityRows {
  return {
    async append(row) {
      await transaction.insertInto("activity").values(row).execute();
    },
    async latest(limit) {
      const rows = await transaction
        .selectFrom("activity")
        .select(["at", "event", "subject", "agent", "session"])
        .orderBy("number", "desc")
        .limit(limit)
        .execute();
      // Only `append` writes the column, and its argument has this type.
      return rows.map((row) => ({ ...row, event: row.event as ActivityEvent }));
    },
  };
}
