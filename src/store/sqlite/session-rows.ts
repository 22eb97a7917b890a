import type { Transaction } from "kysely";
import type { SessionRows } from "../session-rows.ts";
import type { Tables } from "./tables.ts";

export function sqliteSessionRows(transaction: Transaction<Tables>): SessionRows {
  return {
    find(handleHash) {
      return transaction.selectFrom("sessions").selectAll().where("handleHash", "=", handleHash).executeTakeFirst();
    },
    placeOf(id) {
      const session = transaction.selectFrom("sessions").select(["directory", "gitRemote"]);
      return session.where("id", "=", id).executeTakeFirst();
    },
    async insert(session) {
      await transaction.insertInto("sessions").values(session).execute();
    },
    async extend(handleHash, usedAt, expiresAt) {
      await transaction
        .updateTable("sessions")
        .set({ usedAt, expiresAt })
        .where("handleHash", "=", handleHash)
        .where("expiresAt", ">", usedAt)
        .where("expiresAt", "<", expiresAt)
        .execute();
    },
    async setOrganization(id, organization) {
      await transaction.updateTable("sessions").set({ organization }).where("id", "=", id).execute();
    },
    async remove(id) {
      const { numDeletedRows } = await transaction
        .deleteFrom("sessions")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
    async removeExpired(now) {
      await transaction.deleteFrom("sessions").where("expiresAt", "<=", now).execute();
    },
  };
}
