import type { Transaction } from "kysely";
import type { WorkspaceRows } from "../workspace-rows.ts";
import type { Tables } from "./tables.ts";

export function sqliteWorkspaceRows(transaction: Transaction<Tables>): WorkspaceRows {
  return {
    find: (id) => transaction.selectFrom("workspaces").selectAll().where("id", "=", id).executeTakeFirst(),
    async insert(workspace) {
      await transaction.insertInto("workspaces").values(workspace).execute();
    },
  };
}
