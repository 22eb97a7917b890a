import { sql, type Transaction } from "kysely";
import type { TaskRows } from "../task-rows.ts";
import { inList, rowOfTask } from "./select-rows.ts";
import type { Tables } from "./tables.ts";

type Tree = Pick<TaskRows, "below" | "above" | "partsOf" | "setParent" | "arrange">;

export function sqliteTaskTree(transaction: Transaction<Tables>): Tree {
  return {
    below: (id) => below(transaction, id),
    async above(id) {
      const { rows } = await sql<{ id: string }>`
        WITH RECURSIVE whole (row, distance) AS (
          SELECT parent, 1 FROM tasks WHERE id = ${id} AND parent IS NOT NULL
          UNION ALL SELECT upper.parent, distance + 1 FROM whole JOIN tasks AS upper ON upper.row = whole.row
          WHERE upper.parent IS NOT NULL
        )
        SELECT tasks.id FROM whole JOIN tasks ON tasks.row = whole.row ORDER BY whole.distance
      `.execute(transaction);
      return rows.map((row) => row.id);
    },
    async partsOf(id) {
      const parts = transaction.selectFrom("tasks").select("id").where("parent", "=", rowOfTask(id));
      return (await parts.orderBy("position").orderBy("row").execute()).map((row) => row.id);
    },
    async setParent(id, parentId) {
      const parent = parentId === null ? null : rowOfTask(parentId);
      const position = parentId === null ? 0 : nextPosition(parentId);
      await transaction.updateTable("tasks").set({ parent, position }).where("id", "=", id).execute();
    },
    async arrange(ids) {
      await sql`
        UPDATE tasks SET position = place.key + 1 FROM json_each(${JSON.stringify(ids)}) AS place
        WHERE tasks.id = place.value AND tasks.id IN ${inList(ids)}
      `.execute(transaction);
    },
  };
}

export async function below(transaction: Transaction<Tables>, id: string): Promise<readonly string[]> {
  // The queue gives the deepest first, and of those the first: each task comes before its own subtasks.
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE part (row, id, depth, position) AS (
      SELECT row, id, 0, 0 FROM tasks WHERE id = ${id}
      UNION ALL SELECT lower.row, lower.id, depth + 1, lower.position FROM part JOIN tasks AS lower ON lower.parent = part.row
      ORDER BY 3 DESC, 4, 1
    )
    SELECT id FROM part WHERE depth > 0
  `.execute(transaction);
  return rows.map((row) => row.id);
}

/** After the last subtask of a task. */
export function nextPosition(parentId: string) {
  return sql<number>`(SELECT coalesce(max(position), 0) + 1 FROM tasks WHERE parent = ${rowOfTask(parentId)})`;
}

// A plus keeps a condition that nearly every task meets from being taken for one to search by.
const livePart = sql`part.parent = tasks.row AND +part.archived = 0`;

/** Whether a task has subtasks that are neither completed nor archived. */
export const hasOpenParts = sql<number>`EXISTS (SELECT 1 FROM tasks AS part WHERE ${livePart} AND +part.status <> 'completed')`;

export const treeColumns = [
  sql<string | null>`(SELECT upper.id FROM tasks AS upper WHERE upper.row = tasks.parent)`.as("parentId"),
  sql<number>`(SELECT count(*) FROM tasks AS part WHERE ${livePart})`.as("parts"),
  sql<number>`(SELECT count(*) FROM tasks AS part WHERE ${livePart} AND +part.status = 'completed')`.as(
    "partsCompleted",
  ),
  sql<number | null>`(
    WITH RECURSIVE lower (row, percent) AS (
      SELECT part.row, iif(part.status = 'completed', 100, part.progress) FROM tasks AS part WHERE ${livePart}
      UNION ALL SELECT part.row, iif(part.status = 'completed', 100, part.progress)
      FROM lower CROSS JOIN tasks AS part ON part.parent = lower.row WHERE +part.archived = 0
    )
    SELECT sum(percent) / count(*) FROM lower
    WHERE NOT EXISTS (SELECT 1 FROM tasks AS part WHERE part.parent = lower.row AND +part.archived = 0)
  )`.as("partsProgress"),
] as const;
