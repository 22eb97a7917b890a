import { sql, type Transaction } from "kysely";
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
    async mark() {
      const { rows } = await sql<{ mark: number }>`SELECT ifnull(max(number), 0) AS mark FROM activity`.execute(
        transaction,
      );
      return rows[0]?.mark ?? 0;
    },
    async subjectsSince(mark) {
      const rows = await transaction
        .selectFrom("activity")
        .select("subject")
        .where("number", ">", mark)
        .orderBy("number")
        .execute();
      return [...new Set(rows.map((row) => row.subject))];
    },
  };
}
