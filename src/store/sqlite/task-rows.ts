import { type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import { foldText } from "../name-key.ts";
import type { TaskFacts, TaskFilter, TaskPriority, TaskRow, TaskRows } from "../task-rows.ts";
import type { FieldKey } from "../vault.ts";
import type { Fields } from "./fields.ts";
import { foldTag } from "./fold-tag.ts";
import { gramTags, gramText, holds } from "./grams.ts";
import { taskRowsContaining, tasksNotSearched } from "./opened-tasks.ts";
import { openTask, sealNotes, sealStoredTask, sealTask, unsealedTask } from "./seal-task.ts";
import { first, inList, inOrder, rowOfProject, rowOfTask, withIdPrefix } from "./select-rows.ts";
import type { Tables } from "./tables.ts";
import { isBlocked, sqliteTaskDependencies } from "./task-dependencies.ts";
import { sqliteTaskImports } from "./task-imports.ts";
import { sqliteTaskNotes } from "./task-notes.ts";
import { removeTasks } from "./task-removal.ts";
import { sqliteTaskStages } from "./task-stages.ts";
import { below, hasOpenParts, nextPosition, sqliteTaskTree, treeColumns } from "./task-tree.ts";
import { unindexRow } from "./unindex-row.ts";

/** The place of a priority is its rank. */
const priorities: readonly TaskPriority[] = ["high", "medium", "low"];

export function sqliteTaskRows(transaction: Transaction<Tables>, fields: Fields): TaskRows {
  const read = async (query: { execute(): Promise<readonly SelectedTask[]> }): Promise<readonly TaskRow[]> => {
    const rows = await query.execute();
    const key = rows.some(({ sealedTitle }) => sealedTitle !== null) ? await fields.key() : undefined;
    return rows.map((row) => taskRow(row, key));
  };
  /** With the encrypted ones that are open and contain the query. */
  const meeting = async ({ query: text, ...filter }: TaskFilter) => {
    const where = meets(filter);
    if (text === undefined) return where;
    const opened = await taskRowsContaining(transaction, fields, where, text);
    return sql<SqlBool>`${where} AND ${holds(sql`tasks.row`, "task_grams", ["title", "description", "tags"], text, opened)}`;
  };
  return {
    ...sqliteTaskNotes(transaction, fields),
    ...sqliteTaskDependencies(transaction),
    ...sqliteTaskImports(transaction),
    ...sqliteTaskTree(transaction),
    ...sqliteTaskStages(transaction),
    async byIds(ids) {
      return inOrder(await read(selectTasks(transaction).where("tasks.id", "in", inList(ids))), ids);
    },
    byIdPrefix: (prefix, limit) => read(withIdPrefix(selectTasks(transaction), "tasks.id", prefix, limit)),
    async list({ before = Number.MAX_SAFE_INTEGER, limit, ...filter }) {
      const tasks = selectTasks(transaction)
        .where(await meeting(filter))
        .where("tasks.row", "<", before);
      return read(tasks.orderBy("tasks.row", "desc").limit(limit));
    },
    notSearched: ({ query: _, ...filter }) => tasksNotSearched(transaction, fields, meets(filter)),
    async nextUp({ after, limit, ...filter }) {
      const ready = selectTasks(transaction)
        .where(await meeting(filter))
        .where(sql<boolean>`NOT (${isBlocked} OR ${hasOpenParts})`);
      const tasks = ready.orderBy("tasks.rank").orderBy("tasks.dueKey").orderBy("tasks.row").limit(limit);
      if (after === undefined) return read(tasks);
      const place = sql`${rankOf(after.priority)}, ${dayNumber(after.due) ?? noDay}, ${after.row}`;
      const isAfter = sql<boolean>`(tasks.rank, tasks.due_key, tasks.row) > (${place})`;
      return read(tasks.where(isAfter));
    },
    activeOf(agent) {
      const active = transaction.selectFrom("active_tasks").innerJoin("tasks", "tasks.row", "active_tasks.task");
      return first(active.select("tasks.id").where("active_tasks.agent", "=", agent), ({ id }) => id);
    },
    workersOn(id) {
      const workers = transaction.selectFrom("active_tasks").select(["agent", "session", "since"]);
      return workers.where("task", "=", rowOfTask(id)).orderBy("since").orderBy("agent").execute();
    },
    inProgress(limit) {
      const tasks = selectTasks(transaction)
        .where(meets({ status: "in_progress" }))
        .limit(limit);
      return read(tasks.orderBy("tasks.updatedAt", "desc").orderBy("tasks.row", "desc"));
    },
    async insert({ projectId, parentId, priority, tags, due, encrypted: isAsked, ...task }) {
      const encrypted = isAsked === true || (await isEncryptedAt(transaction, projectId, parentId));
      const stored = encrypted ? sealTask(await fields.keyToWrite(), task.id, task) : unsealedTask;
      const { row } = await transaction
        .insertInto("tasks")
        .values({
          ...task,
          ...stored,
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
      await indexTexts(transaction, row, { ...task, tags }, encrypted);
    },
    async update(id, { status, progress, updatedAt, completedAt, archivedAt }) {
      const state = { status, progress, updatedAt, completedAt, archivedAt };
      await transaction.updateTable("tasks").set(state).where("id", "=", id).execute();
    },
    async edit(id, { title, description, priority, tags, due, assignee, encrypted: isAsked }) {
      const { row, sealedDescription, projectEncrypted } = await stateOf(transaction, id);
      const was = sealedDescription !== null;
      const encrypted = was || isAsked === true || projectEncrypted === 1;
      if (encrypted) fields.refuseUnopened(title, description);
      const key = encrypted ? await fields.keyToWrite() : undefined;
      const texts =
        key === undefined ? { title, description, ...unsealedTask } : sealTask(key, id, { title, description });
      const facts = { ...texts, rank: rankOf(priority), tags: JSON.stringify(tags) };
      await transaction
        .updateTable("tasks")
        .set({ ...facts, due: dayNumber(due), assignee, assigneeKey: assigneeKey(assignee) })
        .where("row", "=", row)
        .execute();
      await transaction.deleteFrom("task_tags").where("task", "=", row).execute();
      await indexTexts(transaction, row, { title, description, tags }, encrypted);
      if (key === undefined || was) return;
      fields.leavesTraces();
      await sealNotes(transaction, key, row);
    },
    async move(id, projectId, at) {
      const project = rowOfProject(projectId);
      await transaction.updateTable("tasks").set({ project, updatedAt: at }).where("id", "=", id).execute();
      const { row, sealedDescription, projectEncrypted } = await stateOf(transaction, id);
      if (projectEncrypted === 1 && sealedDescription === null) {
        await sealStoredTask(transaction, await fields.keyToWrite(), row);
        fields.leavesTraces();
      }
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

/** Whether a new task there is encrypted: its project is set so, or the task that it is a part of is encrypted. */
async function isEncryptedAt(transaction: Transaction<Tables>, projectId: string, parentId: string | null) {
  const { rows } = await sql<{ encrypted: number }>`
    SELECT EXISTS (SELECT 1 FROM projects WHERE id = ${projectId} AND encrypted = 1)
      OR EXISTS (SELECT 1 FROM tasks WHERE id = ${parentId} AND sealed_description IS NOT NULL) AS encrypted
  `.execute(transaction);
  return rows[0]?.encrypted === 1;
}

function stateOf(transaction: Transaction<Tables>, id: string) {
  return transaction
    .selectFrom("tasks")
    .select([
      "row",
      "sealedDescription",
      sql<number>`(SELECT encrypted FROM projects WHERE projects.row = tasks.project)`.as("projectEncrypted"),
    ])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** Of an encrypted task only the tags. */
async function indexTexts(
  transaction: Transaction<Tables>,
  row: number,
  { title, description, tags }: Pick<TaskFacts, "title" | "description" | "tags">,
  encrypted: boolean,
): Promise<void> {
  const entries = [...new Set(tags.map(foldTag))].map((folded) => ({ task: row, folded }));
  if (entries.length > 0) await transaction.insertInto("task_tags").values(entries).execute();
  await unindexRow(transaction, "task_grams", row);
  await sql`
    INSERT INTO task_grams (rowid, title, description, tags)
    VALUES (${row}, ${encrypted ? "" : gramText(title)}, ${encrypted ? "" : gramText(description)}, ${gramTags(tags)})
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

/** Every part of the filter but the query. */
function meets(filter: Omit<TaskFilter, "query">): RawBuilder<SqlBool> {
  const { projectId, status, priority, tag, assignee, dueUntil, isWhole, archived = false } = filter;
  const all = [
    sql`tasks.archived = ${Number(archived)}`,
    ...(projectId === undefined ? [] : [sql`tasks.project = ${rowOfProject(projectId)}`]),
    ...(projectId === undefined && !archived
      ? [sql`tasks.project NOT IN (SELECT row FROM projects WHERE archived = 1)`]
      : []),
    ...(status === undefined ? [] : [sql`tasks.status = ${status}`]),
    ...(priority === undefined ? [] : [sql`tasks.rank = ${rankOf(priority)}`]),
    ...(tag === undefined ? [] : [sql`tasks.row IN (SELECT task FROM task_tags WHERE folded = ${foldTag(tag)})`]),
    ...(assignee === undefined ? [] : [sql`tasks.assignee_key = ${foldText(assignee)}`]),
    ...(dueUntil === undefined ? [] : [sql`tasks.due <= ${dayNumber(dueUntil)}`]),
    ...(isWhole === true ? [sql`tasks.parent IS NULL`] : []),
  ];
  return sql<SqlBool>`${sql.join(all, sql` AND `)}`;
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

/** @param key of the vault, needed only for an encrypted task; undefined: locked */
function taskRow(selected: SelectedTask, key: FieldKey | undefined): TaskRow {
  const {
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
    sealedTitle: _sealedTitle,
    sealedDescription,
    ...task
  } = selected;
  // Most are plain, and nothing is copied for them.
  const opened = sealedDescription === null ? undefined : openTask(selected, key);
  // The table takes the ranks 0 to 2 only.
  const priority = priorities[rank] ?? "low";
  // Written by this file only, by JSON.stringify of a list of texts.
  const project = { project: projectName, projectArchived: projectArchived === 1, blocked: blocked === 1 };
  return {
    ...task,
    title: opened?.title ?? task.title,
    description: opened?.description ?? task.description,
    encrypted: opened !== undefined,
    locked: opened?.locked ?? false,
    ...project,
    priority,
    due: due === null ? null : dayOf(due),
    tags: JSON.parse(tags) as string[],
  };
}
