import { type RawBuilder, sql, type Transaction } from "kysely";
import type { TaskRows, TaskStage } from "../task-rows.ts";
import { rowOfTask } from "./select-rows.ts";
import type { Tables } from "./tables.ts";

// The order of stages that edges and subtasks demand. In queries a stage is a number: the doubled row of its task for the end, one
// more for the beginning.

export function sqliteTaskStages(transaction: Transaction<Tables>): Pick<TaskRows, "comesAfter" | "stagesBefore"> {
  return {
    async comesAfter(stage, earlier) {
      // UNION, which adds each stage once: a search among many paths between few tasks ends.
      const { rows } = await sql<{ found: number }>`
        WITH RECURSIVE before (stage) AS (
          SELECT ${numberOf(stage)}
          UNION SELECT edge.needs * 2 FROM before JOIN task_dependencies AS edge ON edge.task = before.stage / 2 WHERE before.stage % 2 = 1
          UNION SELECT whole.parent * 2 + 1 FROM before JOIN tasks AS whole ON whole.row = before.stage / 2
            WHERE before.stage % 2 = 1 AND whole.parent IS NOT NULL
          UNION SELECT before.stage + 1 FROM before WHERE before.stage % 2 = 0
          UNION SELECT part.row * 2 FROM before JOIN tasks AS part ON part.parent = before.stage / 2 WHERE before.stage % 2 = 0
        )
        SELECT ${numberOf(earlier)} IN (SELECT stage FROM before) AS found
      `.execute(transaction);
      return rows[0]?.found === 1;
    },
    async stagesBefore({ taskId, stage }) {
      const row = rowOfTask(taskId);
      const [ended, begun] =
        stage === "begin"
          ? [
              sql`SELECT needed.id FROM task_dependencies AS edge JOIN tasks AS needed ON needed.row = edge.needs WHERE edge.task = ${row}`,
              sql`SELECT whole.id FROM tasks JOIN tasks AS whole ON whole.row = tasks.parent WHERE tasks.id = ${taskId}`,
            ]
          : [sql`SELECT id FROM tasks WHERE parent = ${row}`, sql`SELECT ${taskId} AS id`];
      const { rows } = await sql<TaskStage>`
        SELECT id AS task_id, 'end' AS stage FROM (${ended}) UNION ALL SELECT id, 'begin' FROM (${begun})
      `.execute(transaction);
      return rows;
    },
  };
}

function numberOf({ taskId, stage }: TaskStage): RawBuilder<number> {
  // A bound number would be a REAL, whose half is not the row.
  return sql<number>`(${rowOfTask(taskId)} * 2 + ${sql.lit(stage === "begin" ? 1 : 0)})`;
}
