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
      if (stage === "begin") {
        const { rows } = await sql<TaskStage>`
          SELECT needed.id AS task_id, 'end' AS stage FROM task_dependencies AS edge JOIN tasks AS needed ON needed.row = edge.needs
            WHERE edge.task = ${row}
          UNION ALL SELECT whole.id, 'begin' FROM tasks JOIN tasks AS whole ON whole.row = tasks.parent WHERE tasks.id = ${taskId}
        `.execute(transaction);
        return rows;
      }
      // Its own beginning is first: a way back over one of its parts would name a task that is not at fault.
      const parts = await sql<TaskStage>`SELECT id AS task_id, 'end' AS stage FROM tasks WHERE parent = ${row}`.execute(
        transaction,
      );
      return [{ taskId, stage: "begin" }, ...parts.rows];
    },
  };
}

function numberOf({ taskId, stage }: TaskStage): RawBuilder<number> {
  // A bound number would be a REAL, whose half is not the row.
  return sql<number>`(${rowOfTask(taskId)} * 2 + ${sql.lit(stage === "begin" ? 1 : 0)})`;
}
