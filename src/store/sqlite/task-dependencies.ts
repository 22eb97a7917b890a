import { sql, type Transaction } from "kysely";
import type { TaskRows } from "../task-rows.ts";
import { rowOfTask } from "./select-rows.ts";
import type { Tables } from "./tables.ts";

type Dependencies = Pick<TaskRows, "needsOf" | "neededBy" | "linkToward" | "addDependency" | "removeDependency">;

export function sqliteTaskDependencies(transaction: Transaction<Tables>): Dependencies {
  return {
    async needsOf(taskId) {
      const { rows } = await sql<{ id: string }>`
        SELECT tasks.id FROM task_dependencies AS edge JOIN tasks ON tasks.row = edge.needs
        WHERE edge.task = ${rowOfTask(taskId)} ORDER BY tasks.row
      `.execute(transaction);
      return rows.map(({ id }) => id);
    },
    async neededBy(taskId) {
      const { rows } = await sql<{ id: string }>`
        SELECT tasks.id FROM task_dependencies AS edge JOIN tasks ON tasks.row = edge.task
        WHERE edge.needs = ${rowOfTask(taskId)} ORDER BY tasks.row
      `.execute(transaction);
      return rows.map(({ id }) => id);
    },
    async linkToward(from, to) {
      // UNION, which adds each task once: a search among many paths between few tasks ends.
      const { rows } = await sql<{ id: string }>`
        WITH RECURSIVE waits (task) AS (
          SELECT ${rowOfTask(from)} UNION SELECT edge.needs FROM waits JOIN task_dependencies AS edge ON edge.task = waits.task
        ), leads (task) AS (
          SELECT ${rowOfTask(to)} WHERE ${rowOfTask(to)} IN (SELECT task FROM waits)
          UNION SELECT edge.task FROM leads JOIN task_dependencies AS edge ON edge.needs = leads.task
          WHERE edge.task IN (SELECT task FROM waits)
        )
        SELECT tasks.id FROM task_dependencies AS edge JOIN tasks ON tasks.row = edge.needs
        WHERE edge.task = ${rowOfTask(from)} AND edge.needs IN (SELECT task FROM leads) ORDER BY tasks.row LIMIT 1
      `.execute(transaction);
      return rows[0]?.id;
    },
    async addDependency({ taskId, needsId, createdBy, session, createdAt }) {
      await transaction
        .insertInto("task_dependencies")
        .values({ task: rowOfTask(taskId), needs: rowOfTask(needsId), createdBy, session, createdAt })
        .execute();
    },
    async removeDependency(taskId, needsId) {
      await transaction
        .deleteFrom("task_dependencies")
        .where("task", "=", rowOfTask(taskId))
        .where("needs", "=", rowOfTask(needsId))
        .execute();
    },
  };
}

/** Whether a task waits for another one: completed and archived ones are not waited for. */
export const isBlocked = sql<number>`EXISTS (
  SELECT 1 FROM task_dependencies AS edge JOIN tasks AS needed ON needed.row = edge.needs
  WHERE edge.task = tasks.row AND needed.status <> 'completed' AND needed.archived = 0
)`;
