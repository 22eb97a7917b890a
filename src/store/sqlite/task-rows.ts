import { type SelectQueryBuilder, sql, type Transaction } from "kysely";
import { foldText } from "../name-key.ts";
import type { TaskFacts, TaskFilter, TaskPriority, TaskRow, TaskRows } from "../task-rows.ts";
import { foldTag } from "./fold-tag.ts";
import { gramTags, gramText, holds } from "./grams.ts";
import { all, first, inList, inOrder, rowOfProject, rowOfTask, withIdPrefix } from "./select-rows.ts";
import type { Tables } from "./tables.ts";
import { isBlocked, sqliteTaskDependencies } from "./task-dependencies.ts";
import { sqliteTaskImports } from "./task-imports.ts";
import { sqliteTaskNotes } from "./task-notes.ts";
import { removeTasks } from "./task-removal.ts";
import { sqliteTaskStages } from "./task-stages.ts";
import { below, hasOpenParts, nextPosition, sqliteTaskTree, treeColumns } from "./task-tree.ts";

/** The place of a priority is its rank. */
const priorities: readonly TaskPriority[] = ["high", "medium", "low"];

export function sqliteTaskRows(transaction: Transaction<Tables>): TaskRows {
  return {
    ...sqliteTaskNotes(transaction),
    ...sqliteTaskDependencies(transaction),
    ...sqliteTaskImports(transaction),
    ...sqliteTaskTree(transaction),
    ...sqliteTaskStages(transaction),
    async byIds(ids) {
      return inOrder(await all(selectTasks(transaction).where("tasks.id", "in", inList(ids)), taskRow), ids);
    },
    byIdPrefix: (prefix, limit) => all(withIdPrefix(selectTasks(transaction), "tasks.id", prefix, limit), taskRow),
    list({ before = Number.MAX_SAFE_INTEGER, limit, ...filter }) {
      const tasks = filtered(selectTasks(transaction), filter).where("tasks.row", "<", before);
      return all(tasks.orderBy("tasks.row", "desc").limit(limit), taskRow);
    },
    nextUp({ after, limit, ...filter }) {
      const ready = filtered(selectTasks(transaction), filter).where(
        sql<boolean>`NOT (${isBlocked} OR ${hasOpenParts})`,
      );
      const tasks = ready.orderBy("tasks.rank").orderBy("tasks.dueKey").orderBy("tasks.row").limit(limit);
      if (after === undefined) return all(tasks, taskRow);
      const place = sql`${rankOf(after.priority)}, ${dayNumber(after.due) ?? noDay}, ${after.row}`;
      const isAfter = sql<boolean>`(tasks.rank, tasks.due_key, tasks.row) > (${place})`;
      return all(tasks.where(isAfter), taskRow);
    },
    activeOf(agent) {
      const active = transaction.selectFrom("active_tasks").innerJoin("tasks", "tasks.row", "active_tasks.task");
      return first(active.select("tasks.id").where("active_tasks.agent", "=", agent), ({ id }) => id);
    },
    inProgress(limit) {
      const tasks = filtered(selectTasks(transaction), { status: "in_progress" }).limit(limit);
      return all(tasks.orderBy("tasks.updatedAt", "desc").orderBy("tasks.row", "desc"), taskRow);
    },
    async insert({ projectId, parentId, priority, tags, due, ...task }) {
      const { row } = await transaction
        .insertInto("tasks")
        .values({
          ...task,
          project: rowOfProject(projectId),
          status: "todo",
          rank: rankOf(priority),
          progress: 0,
          tags: JSON.stringify(tags),
          due: dayNumber(due),
          assigneeKey: assigneeKey(task.assignee),
          parent: parentId === null ? null : rowOfTask(parentId),
          position: parentId === null ? 0 : nextPosition(parentId),
          updatedAt: task.createdAt,
          completedAt: null,
          archivedAt: null,
        })
        .returning("row")
        .executeTakeFirstOrThrow();
      await indexTexts(transaction, row, { ...task, tags });
    },
    async update(id, { status, progress, updatedAt, completedAt, archivedAt }) {
      const state = { status, progress, updatedAt, completedAt, archivedAt };
      await transaction.updateTable("tasks").set(state).where("id", "=", id).execute();
    },
    async edit(id, { title, description, priority, tags, due, assignee }) {
      const facts = { title, description, rank: rankOf(priority), tags: JSON.stringify(tags) };
      const { row } = await transaction
        .updateTable("tasks")
        .set({ ...facts, due: dayNumber(due), assignee, assigneeKey: assigneeKey(assignee) })
        .where("id", "=", id)
        .returning("row")
        .executeTakeFirstOrThrow();
      await transaction.deleteFrom("task_tags").where("task", "=", row).execute();
      await indexTexts(transaction, row, { title, description, tags });
    },
    async move(id, projectId, at) {
      const project = rowOfProject(projectId);
      await transaction.updateTable("tasks").set({ project, updatedAt: at }).where("id", "=", id).execute();
    },
    remove: async (id) => removeTasks(transaction, [id, ...(await below(transaction, id))]),
    async activate(id, { agent, session, at }) {
      await transaction
        .replaceInto("active_tasks")
        .values({ agent, task: rowOfTask(id), session, since: at })
        .execute();
    },
    async deactivate(agent) {
      await transaction.deleteFrom("active_tasks").where("agent", "=", agent).execute();
    },
    async release(id) {
      await transaction.deleteFrom("active_tasks").where("task", "=", rowOfTask(id)).execute();
    },
  };
}

async function indexTexts(
  transaction: Transaction<Tables>,
  row: number,
  { title, description, tags }: Pick<TaskFacts, "title" | "description" | "tags">,
): Promise<void> {
  const entries = [...new Set(tags.map(foldTag))].map((folded) => ({ task: row, folded }));
  if (entries.length > 0) await transaction.insertInto("task_tags").values(entries).execute();
  await sql`
    INSERT OR REPLACE INTO task_grams (rowid, title, description, tags)
    VALUES (${row}, ${gramText(title)}, ${gramText(description)}, ${gramTags(tags)})
  `.execute(transaction);
}

function selectTasks(transaction: Transaction<Tables>) {
  return transaction
    .selectFrom("tasks")
    .selectAll("tasks")
    .select([
      sql<string>`(SELECT id FROM projects WHERE projects.row = tasks.project)`.as("projectId"),
      sql<string>`(SELECT name FROM projects WHERE projects.row = tasks.project)`.as("projectName"),
      sql<number>`(SELECT archived FROM projects WHERE projects.row = tasks.project)`.as("projectArchived"),
      isBlocked.as("blocked"),
      ...treeColumns,
    ]);
}

type SelectedTask = Awaited<ReturnType<ReturnType<typeof selectTasks>["execute"]>>[number];

function filtered<Row>(
  query: SelectQueryBuilder<Tables, "tasks", Row>,
  { projectId, status, priority, tag, query: text, assignee, dueUntil, isWhole, archived = false }: TaskFilter,
): SelectQueryBuilder<Tables, "tasks", Row> {
  let rest = query.where("tasks.archived", "=", Number(archived));
  if (projectId !== undefined) {
    rest = rest.where("tasks.project", "=", rowOfProject(projectId));
  } else if (!archived) {
    rest = rest.where("tasks.project", "not in", sql<number>`(SELECT row FROM projects WHERE archived = 1)`);
  }
  if (status !== undefined) rest = rest.where("tasks.status", "=", status);
  if (priority !== undefined) rest = rest.where("tasks.rank", "=", rankOf(priority));
  if (tag !== undefined) {
    rest = rest.where(sql<boolean>`tasks.row IN (SELECT task FROM task_tags WHERE folded = ${foldTag(tag)})`);
  }
  if (assignee !== undefined) rest = rest.where("tasks.assigneeKey", "=", foldText(assignee));
  if (dueUntil !== undefined) rest = rest.where("tasks.due", "<=", dayNumber(dueUntil));
  if (isWhole === true) rest = rest.where("tasks.parent", "is", null);
  if (text !== undefined) {
    rest = rest.where(holds(sql`tasks.row`, "task_grams", ["title", "description", "tags"], text));
  }
  return rest;
}

function rankOf(priority: TaskPriority): number {
  return priorities.indexOf(priority);
}

/** As the generated column has it. */
const noDay = 99_999_999;

function dayNumber(due: string): number;
function dayNumber(due: string | null): number | null;
function dayNumber(due: string | null): number | null {
  return due === null ? null : Number(due.replaceAll("-", ""));
}

function dayOf(due: number): string {
  const digits = String(due).padStart(8, "0");
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

function assigneeKey(assignee: string | null): string | null {
  return assignee === null ? null : foldText(assignee);
}

function taskRow({
  project: _project,
  parent: _parent,
  position: _position,
  dueKey: _dueKey,
  assigneeKey: _assigneeKey,
  archived: _archived,
  projectName,
  projectArchived,
  rank,
  tags,
  blocked,
  due,
  ...task
}: SelectedTask): TaskRow {
  // The table takes the ranks 0 to 2 only.
  const priority = priorities[rank] ?? "low";
  // Written by this file only, by JSON.stringify of a list of texts.
  const project = { project: projectName, projectArchived: projectArchived === 1, blocked: blocked === 1 };
  return { ...task, ...project, priority, due: due === null ? null : dayOf(due), tags: JSON.parse(tags) as string[] };
}
