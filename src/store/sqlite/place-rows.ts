import type { Selectable, Transaction } from "kysely";
import type { JsonObject } from "../../contract/json.ts";
import type { PlaceRow, PlaceRows } from "../place-rows.ts";
import type { PlacesTable, Tables } from "./tables.ts";

export function sqlitePlaceRows(transaction: Transaction<Tables>): PlaceRows {
  const all = () => transaction.selectFrom("places").selectAll();
  return {
    async find(root, branch) {
      const row = await all().where("root", "=", root).where("branch", "=", branch).executeTakeFirst();
      return row === undefined ? undefined : placeRow(row);
    },
    async list(root) {
      const rows = root === undefined ? all() : all().where("root", "=", root);
      return (await rows.orderBy("root").orderBy("branch").execute()).map(placeRow);
    },
    async insert({ state, ...place }) {
      await transaction
        .insertInto("places")
        .values({ ...place, state: JSON.stringify(state) })
        .execute();
    },
    async update(id, { state, ...changes }) {
      await transaction
        .updateTable("places")
        .set({ ...changes, state: JSON.stringify(state) })
        .where("id", "=", id)
        .execute();
    },
    async remove(id) {
      await transaction.deleteFrom("places").where("id", "=", id).execute();
    },
  };
}

function placeRow({ state, ...row }: Selectable<PlacesTable>): PlaceRow {
  // Written by this file only, by JSON.stringify of an object.
  return { ...row, state: JSON.parse(state) as JsonObject };
}
