import type { Transaction } from "kysely";
import type { EvolutionRows } from "../evolution-rows.ts";
import type { Tables } from "./tables.ts";

export function sqliteEvolutionRows(transaction: Transaction<Tables>): EvolutionRows {
  return {
    find: (id) => transaction.selectFrom("evolutions").selectAll().where("id", "=", id).executeTakeFirst(),
    changes: (id) =>
      transaction
        .selectFrom("evolution_changes")
        .select(["linkId", "before", "after"])
        .where("evolution", "=", id)
        .orderBy("position")
        .execute(),
    async insert(evolution, changes) {
      await transaction
        .insertInto("evolutions")
        .values({ ...evolution, undoneAt: null })
        .execute();
      for (const [position, change] of changes.entries()) {
        await transaction
          .insertInto("evolution_changes")
          .values({ evolution: evolution.id, position, ...change })
          .execute();
      }
    },
    async markUndone(id, undoneAt) {
      await transaction.updateTable("evolutions").set({ undoneAt }).where("id", "=", id).execute();
    },
  };
}
