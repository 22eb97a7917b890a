import { sql, type Transaction } from "kysely";
import type { ActivityRows } from "../activity-rows.ts";
import { activityPage } from "./activity-page.ts";
import type { Fields } from "./fields.ts";
import type { Tables } from "./tables.ts";

export function sqliteActivityRows(transaction: Transaction<Tables>, fields: Fields): ActivityRows {
  return {
    async append(row) {
      await transaction.insertInto("activity").values(row).execute();
    },
    async prune(before, limit) {
      const oldest = sql<number>`(
        SELECT number FROM (SELECT number, at FROM activity WHERE number > 0 ORDER BY number LIMIT ${limit}) WHERE at < ${before}
      )`;
      const { numDeletedRows } = await transaction
        .deleteFrom("activity")
        .where("number", "in", oldest)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
    async lastBefore(time) {
      const lines = transaction.selectFrom("activity").select("at").where("at", "<", time);
      return (await lines.orderBy("number", "desc").limit(1).executeTakeFirst())?.at;
    },
    page: (filter) => activityPage(transaction, fields, filter),
    latest: (limit) => selectLines(transaction).limit(limit).execute(),
    ofSubject: (subject, limit) => selectLines(transaction).where("subject", "=", subject).limit(limit).execute(),
    async lastOpening(agent, before) {
      const openings = transaction
        .selectFrom("activity")
        .select("at")
        .where("event", "=", "session_opened")
        .where("agent", "=", agent)
        .where("at", "<", before);
      return (await openings.orderBy("at", "desc").limit(1).executeTakeFirst())?.at;
    },
    async countSubjects(session, events) {
      const { count } = await transaction
        .selectFrom("activity")
        .select((select) => select.fn.count<number>("subject").distinct().as("count"))
        .where("session", "=", session)
        .where("event", "in", events)
        .executeTakeFirstOrThrow();
      return count;
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

function selectLines(transaction: Transaction<Tables>) {
  return transaction
    .selectFrom("activity")
    .select(["at", "event", "subject", "agent", "session"])
    .orderBy("number", "desc");
}
