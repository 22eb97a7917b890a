import { type SqlBool, sql, type Transaction } from "kysely";
import type { OffloadRows } from "../offload-rows.ts";
import type { Tables } from "./tables.ts";

export function sqliteOffloadRows(transaction: Transaction<Tables>): OffloadRows {
  return {
    find: (id, now) =>
      transaction
        .selectFrom("offloaded_texts")
        .selectAll()
        .where("id", "=", id)
        .where(sql<SqlBool>`(expires_at IS NULL OR expires_at > ${now})`)
        .executeTakeFirst(),
    async insert(text) {
      await transaction.insertInto("offloaded_texts").values(text).execute();
    },
    async removeExpired(now) {
      await transaction.deleteFrom("offloaded_texts").where("expiresAt", "<=", now).execute();
    },
  };
}
