import { sql, type Transaction } from "kysely";
import type { TaskEdges, TaskRows } from "../task-rows.ts";
import { inList, rowOfTask } from "./select-rows.ts";
import type { Tables } from "./tables.ts";

type Dependencies = Pick<TaskRows, "needsOf" | "neededBy" | "edgesOf" | "addDependency" | "removeDependency">;

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
    async edgesOf(ids) {
      const { rows } = await sql<TaskEdges>`
        SELECT tasks.id,
          (SELECT count(*) FROM task_dependencies AS edge CROSS JOIN tasks AS needed ON needed.row = edge.needs
            WHERE edge.task = tasks.row AND needed.status = 'completed') AS needs_completed,
          (SELECT count(*) FROM task_dependencies AS edge CROSS JOIN tasks AS waiting ON waiting.row = edge.task
            WHERE edge.needs = tasks.row AND waiting.status <> 'completed' AND waiting.archived = 0) AS open_needed_by
        FROM tasks WHERE tasks.id IN ${inList(ids)}
      `.execute(transaction);
      return rows;
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

/** CROSS JOIN: the few edges of the task come first, not the many tasks that are open. */
function waits(row: string) {
  return sql`EXISTS (
    SELECT 1 FROM task_dependencies AS edge CROSS JOIN tasks AS needed ON needed.row = edge.needs
    WHERE edge.task = ${sql.ref(row)} AND needed.status <> 'completed' AND needed.archived = 0
  )`;
}

/** Whether an open task, or one that it is a part of, waits for another one: completed and archived ones neither wait nor are waited for. */
export const isBlocked = sql<number>`(tasks.status <> 'completed' AND tasks.archived = 0 AND (${waits("tasks.row")} OR (tasks.parent IS NOT NULL AND EXISTS (
  WITH RECURSIVE whole (row) AS (
    SELECT tasks.parent UNION ALL SELECT upper.parent FROM whole JOIN tasks AS upper ON upper.row = whole.row WHERE upper.parent IS NOT NULL
  )
  SELECT 1 FROM whole WHERE ${waits("whole.row")}
))))`;
