import type { Transaction } from "kysely";
import type { SessionRows } from "../session-rows.ts";
import type { Tables } from "./tables.ts";

export function sqliteSessionRows(transaction: Transaction<Tables>): SessionRows {
  return {
    async find(handleHash) {
      const row = await transaction
        .selectFrom("sessions")
        .selectAll()
        .where("handle_hash", "=", handleHash)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      return {
        id: row.id,
        handleHash: row.handle_hash,
        agent: row.agent,
        model: row.model,
        openedAt: row.opened_at,
        usedAt: row.used_at,
        expiresAt: row.expires_at,
      };
    },
    async insert(session) {
      await transaction
        .insertInto("sessions")
        .values({
          id: session.id,
          handle_hash: session.handleHash,
          agent: session.agent,
          model: session.model,
          opened_at: session.openedAt,
          used_at: session.usedAt,
          expires_at: session.expiresAt,
        })
        .execute();
    },
    async extend(handleHash, usedAt, expiresAt) {
      await transaction
        .updateTable("sessions")
        .set({ used_at: usedAt, expires_at: expiresAt })
        .where("handle_hash", "=", handleHash)
        .where("expires_at", ">", usedAt)
        .where("expires_at", "<", expiresAt)
        .execute();
    },
    async remove(id) {
      const { numDeletedRows } = await transaction
        .deleteFrom("sessions")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
    async removeExpired(now) {
      await transaction.deleteFrom("sessions").where("expires_at", "<=", now).execute();
    },
  };
}
