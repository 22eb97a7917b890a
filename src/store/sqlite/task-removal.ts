import { sql, type Transaction } from "kysely";
import { inList } from "./select-rows.ts";
import type { Tables } from "./tables.ts";

/** Removes tasks. Memories that were stored while one was worked on stay, and belong to no task then. */
export async function removeTasks(transaction: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  const rows = sql<number>`(SELECT row FROM tasks WHERE id IN ${inList(ids)})`;
  await transaction.updateTable("memories").set({ task: null }).where("task", "in", rows).execute();
  await transaction.deleteFrom("active_tasks").where("task", "in", rows).execute();
  await transaction.deleteFrom("tasks").where("id", "in", inList(ids)).execute();
}
