import { sql, type Transaction } from "kysely";
import type { Viewer } from "../memory-rows.ts";
import type { ContentCounts, ProjectContents, ProjectStatistics } from "../project-rows.ts";
import { atOrBelow, live, seen } from "./select-memories.ts";
import type { Tables } from "./tables.ts";
import { isBlocked } from "./task-dependencies.ts";
import { removeTasks } from "./task-removal.ts";

// What belongs to a project: its tasks, and the memories in its namespace and below that the viewer sees, archived ones too.

export async function countContents(
  transaction: Transaction<Tables>,
  id: string,
  viewer: Viewer,
): Promise<ContentCounts> {
  const project = await projectAt(transaction, id);
  const count = sql<number>`count(*)`.as("count");
  const tasks = await tasksOf(transaction, project.row).select(count).executeTakeFirstOrThrow();
  const memories = await memoriesOf(transaction, project.slug, viewer).select(count).executeTakeFirstOrThrow();
  const [decisions, plans] = await Promise.all([
    transaction.selectFrom("decisions").where("project", "=", project.row).select(count).executeTakeFirstOrThrow(),
    transaction.selectFrom("plans").where("project", "=", project.row).select(count).executeTakeFirstOrThrow(),
  ]);
  return { tasks: tasks.count, memories: memories.count, decisions: decisions.count, plans: plans.count };
}

export async function projectStatistics(
  transaction: Transaction<Tables>,
  id: string,
  viewer: Viewer,
  now: number,
): Promise<ProjectStatistics> {
  const { row, slug } = await projectAt(transaction, id);
  const { rows } = await sql<{ status: string; archived: number; count: number; blocked: number }>`
    SELECT status, archived, count(*) AS count, sum(${isBlocked}) AS blocked FROM tasks WHERE project = ${row} GROUP BY 1, 2
  `.execute(transaction);
  const listed = rows.filter(({ archived }) => archived === 0);
  const of = (status: string) => listed.find((each) => each.status === status)?.count ?? 0;
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const open = listed.filter(({ status }) => status !== "completed");
  const count = sql<number>`count(*)`.as("count");
  const memories = memoriesOf(transaction, slug, viewer).where(live(now)).select(count);
  const last = await sql<{ at: number | null }>`
    SELECT max(at) AS at FROM activity WHERE subject = ${id} OR subject IN (SELECT id FROM tasks WHERE project = ${row})
  `.execute(transaction);
  return {
    tasks: {
      todo: of("todo"),
      inProgress: of("in_progress"),
      completed: of("completed"),
      blocked: sum(open.map(({ blocked }) => blocked)),
    },
    archivedTasks: sum(rows.filter(({ archived }) => archived === 1).map((each) => each.count)),
    memories: (await memories.executeTakeFirstOrThrow()).count,
    lastActivityAt: last.rows[0]?.at ?? null,
  };
}

/** Triggers and cascades take what is removed out of the indexes, packs and records of recalls. */
export async function removeProject(
  transaction: Transaction<Tables>,
  id: string,
  viewer: Viewer,
): Promise<ProjectContents> {
  const project = await projectAt(transaction, id);
  const memoryIds = (await memoriesOf(transaction, project.slug, viewer).select("id").execute()).map(
    (memory) => memory.id,
  );
  await transaction.deleteFrom("memories").where(isIn(project.slug)).where(seen(viewer)).execute();
  const taskIds = (await tasksOf(transaction, project.row).select("id").execute()).map((task) => task.id);
  await removeTasks(transaction, taskIds);
  await transaction.deleteFrom("projects").where("row", "=", project.row).execute();
  return { taskIds, memoryIds };
}

function projectAt(transaction: Transaction<Tables>, id: string) {
  return transaction.selectFrom("projects").select(["row", "slug"]).where("id", "=", id).executeTakeFirstOrThrow();
}

function tasksOf(transaction: Transaction<Tables>, project: number) {
  return transaction.selectFrom("tasks").where("project", "=", project);
}

function memoriesOf(transaction: Transaction<Tables>, slug: string, viewer: Viewer) {
  return transaction.selectFrom("memories").where(isIn(slug)).where(seen(viewer));
}

function isIn(slug: string) {
  return atOrBelow(`project/${slug}`);
}
