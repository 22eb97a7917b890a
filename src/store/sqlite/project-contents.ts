import { sql, type Transaction } from "kysely";
import type { Viewer } from "../memory-rows.ts";
import type { ProjectContents } from "../project-rows.ts";
import { seen } from "./select-memories.ts";
import type { Tables } from "./tables.ts";
import { removeTasks } from "./task-removal.ts";

// What belongs to a project: its tasks, and the memories in its namespace and below that the viewer sees, archived ones too.

export async function countContents(transaction: Transaction<Tables>, id: string, viewer: Viewer) {
  const project = await projectAt(transaction, id);
  const count = sql<number>`count(*)`.as("count");
  const tasks = await tasksOf(transaction, project.row).select(count).executeTakeFirstOrThrow();
  const memories = await memoriesOf(transaction, project.slug, viewer).select(count).executeTakeFirstOrThrow();
  return { tasks: tasks.count, memories: memories.count };
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

/** '0' is the character after '/': the range holds exactly what lies below. */
function isIn(slug: string) {
  const namespace = `project/${slug}`;
  return sql<boolean>`(namespace = ${namespace} OR (namespace > ${`${namespace}/`} AND namespace < ${`${namespace}0`}))`;
}
