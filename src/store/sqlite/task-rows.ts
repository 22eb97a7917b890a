import { type SelectQueryBuilder, sql, type Transaction } from "kysely";
import type { TaskFilter, TaskPriority, TaskRow, TaskRows } from "../task-rows.ts";
import { gramText, holds } from "./grams.ts";
import { all, first, inList, inOrder, withIdPrefix } from "./select-rows.ts";
import type { Tables } from "./tables.ts";

/** The place of a priority is its rank. */
const priorities: readonly TaskPriority[] = ["high", "medium", "low"];

export function sqliteTaskRows(transaction: Transaction<Tables>): TaskRows {
  return {
    async byIds(ids) {
      return inOrder(await all(selectTasks(transaction).where("tasks.id", "in", inList(ids)), taskRow), ids);
    },
    byIdPrefix: (prefix, limit) => all(withIdPrefix(selectTasks(transaction), "tasks.id", prefix, limit), taskRow),
    list({ before = Number.MAX_SAFE_INTEGER, limit, ...filter }) {
      const tasks = filtered(selectTasks(transaction), filter).where("tasks.row", "<", before);
      return all(tasks.orderBy("tasks.row", "desc").limit(limit), taskRow);
    },
    nextUp({ after, limit, ...filter }) {
      const tasks = filtered(selectTasks(transaction), filter).orderBy("tasks.rank").orderBy("tasks.row").limit(limit);
      if (after === undefined) return all(tasks, taskRow);
      const isAfter = sql<boolean>`(tasks.rank, tasks.row) > (${rankOf(after.priority)}, ${after.row})`;
      return all(tasks.where(isAfter), taskRow);
    },
    activeOf(agent) {
      const active = transaction.selectFrom("active_tasks").innerJoin("tasks", "tasks.row", "active_tasks.task");
      return first(active.select("tasks.id").where("active_tasks.agent", "=", agent), ({ id }) => id);
    },
    inProgress(limit) {
      const tasks = selectTasks(transaction).where("tasks.status", "=", "in_progress").limit(limit);
      return all(tasks.orderBy("tasks.updatedAt", "desc").orderBy("tasks.row", "desc"), taskRow);
    },
    async insert({ projectId, priority, tags, ...task }) {
      const { row } = await transaction
        .insertInto("tasks")
        .values({
          ...task,
          project: sql<number>`(SELECT row FROM projects WHERE id = ${projectId})`,
          status: "todo",
          rank: rankOf(priority),
          progress: 0,
          tags: JSON.stringify(tags),
          updatedAt: task.createdAt,
          completedAt: null,
        })
        .returning("row")
        .executeTakeFirstOrThrow();
      await sql`
        INSERT INTO task_grams (rowid, title, description)
        VALUES (${row}, ${gramText(task.title)}, ${gramText(task.description)})
      `.execute(transaction);
    },
    async update(id, { status, progress, updatedAt, completedAt }) {
      const state = { status, progress, updatedAt, completedAt };
      await transaction.updateTable("tasks").set(state).where("id", "=", id).execute();
    },
    async activate(id, { agent, session, at }) {
      const task = sql<number>`(SELECT row FROM tasks WHERE id = ${id})`;
      await transaction.replaceInto("active_tasks").values({ agent, task, session, since: at }).execute();
    },
    async deactivate(agent) {
      await transaction.deleteFrom("active_tasks").where("agent", "=", agent).execute();
    },
    async release(id) {
      const task = sql<number>`(SELECT row FROM tasks WHERE id = ${id})`;
      await transaction.deleteFrom("active_tasks").where("task", "=", task).execute();
    },
  };
}

function selectTasks(transaction: Transaction<Tables>) {
  return transaction
    .selectFrom("tasks")
    .selectAll("tasks")
    .select([
      sql<string>`(SELECT id FROM projects WHERE projects.row = tasks.project)`.as("projectId"),
      sql<string>`(SELECT name FROM projects WHERE projects.row = tasks.project)`.as("projectName"),
    ]);
}

type SelectedTask = Awaited<ReturnType<ReturnType<typeof selectTasks>["execute"]>>[number];

function filtered<Row>(
  query: SelectQueryBuilder<Tables, "tasks", Row>,
  { projectId, status, priority, query: text }: TaskFilter,
): SelectQueryBuilder<Tables, "tasks", Row> {
  let rest = query;
  if (projectId !== undefined) {
    rest = rest.where("tasks.project", "=", sql<number>`(SELECT row FROM projects WHERE id = ${projectId})`);
  }
  if (status !== undefined) rest = rest.where("tasks.status", "=", status);
  if (priority !== undefined) rest = rest.where("tasks.rank", "=", rankOf(priority));
  if (text !== undefined) rest = rest.where(holds(sql`tasks.row`, "task_grams", ["title", "description"], text));
  return rest;
}

function rankOf(priority: TaskPriority): number {
  return priorities.indexOf(priority);
}

function taskRow({ project: _project, projectName, rank, tags, ...task }: SelectedTask): TaskRow {
  // The table takes the ranks 0 to 2 only.
  const priority = priorities[rank] ?? "low";
  // Written by this file only, by JSON.stringify of a list of texts.
  return { ...task, project: projectName, priority, tags: JSON.parse(tags) as string[] };
}
