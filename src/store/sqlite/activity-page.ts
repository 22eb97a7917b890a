import { type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import { type ActivityFilter, type ActivityLine, activityEvents } from "../activity-rows.ts";
import type { Fields } from "./fields.ts";
import { openTitle } from "./seal-memory.ts";
import { openTaskTitle } from "./seal-task.ts";
import { atOrBelow, seen } from "./select-memories.ts";
import { inList, rowOfProject } from "./select-rows.ts";
import type { Tables } from "./tables.ts";

/** Lines of the log with what they are about, newest first: the lines are chosen before that is looked up. Those about private memories of others are left out. */
export async function activityPage(
  transaction: Transaction<Tables>,
  fields: Fields,
  { before = Number.MAX_SAFE_INTEGER, limit, viewer, ...filter }: ActivityFilter,
): Promise<readonly ActivityLine[]> {
  const { rows } = await sql<ActivityLine & Sealed>`
    SELECT tasks.sealed_title AS task_title, memories.sealed_title AS memory_title, line.number, line.at, line.event, line.subject, line.agent, line.session,
      coalesce(tasks.title, memories.title, packs.name, projects.name, decisions.title, plans.title) AS title,
      coalesce((SELECT name FROM projects AS whole WHERE whole.row = coalesce(tasks.project, decisions.project, plans.project)), projects.name) AS project
    FROM (
      SELECT activity.* FROM activity LEFT JOIN memories ON memories.id = activity.subject
      WHERE activity.number < ${before} AND (memories.row IS NULL OR ${seen(viewer)}) AND ${conditions(filter)}
      ORDER BY activity.number DESC LIMIT ${limit}
    ) AS line
    LEFT JOIN tasks ON tasks.id = line.subject
    LEFT JOIN memories ON memories.id = line.subject
    LEFT JOIN packs ON packs.id = line.subject
    LEFT JOIN projects ON projects.id = line.subject
    LEFT JOIN plans ON plans.id = line.subject
    LEFT JOIN decisions ON decisions.id = line.subject
    ORDER BY line.number DESC
  `.execute(transaction);
  const isSealed = rows.some(({ taskTitle, memoryTitle }) => taskTitle !== null || memoryTitle !== null);
  const key = isSealed ? await fields.key() : undefined;
  return rows.map(({ taskTitle, memoryTitle, ...line }) => {
    const { subject: id, title } = line;
    if (taskTitle !== null) return { ...line, title: openTaskTitle({ id, title: "", sealedTitle: taskTitle }, key) };
    if (memoryTitle !== null) return { ...line, title: openTitle({ id, title: "", sealedTitle: memoryTitle }, key) };
    return { ...line, title };
  });
}

/** Titles of things that are encrypted. */
interface Sealed {
  readonly taskTitle: Uint8Array | null;
  readonly memoryTitle: Uint8Array | null;
}

function conditions({ agent, event, kind, project }: Omit<ActivityFilter, "limit" | "viewer">): RawBuilder<unknown> {
  const all = [
    ...(agent === undefined ? [] : [sql<SqlBool>`activity.agent = ${agent}`]),
    ...(event === undefined ? [] : [sql<SqlBool>`activity.event = ${event}`]),
    ...(kind === undefined ? [] : [sql<SqlBool>`activity.event IN ${inList(eventsOf(kind))}`]),
    ...(project === undefined
      ? []
      : [
          sql<SqlBool>`activity.subject IN (
      SELECT ${project.id} UNION ALL SELECT tasks.id FROM tasks WHERE tasks.project = ${rowOfProject(project.id)}
      UNION ALL SELECT plans.id FROM plans WHERE plans.project = ${rowOfProject(project.id)}
      UNION ALL SELECT decisions.id FROM decisions WHERE decisions.project = ${rowOfProject(project.id)}
      UNION ALL SELECT memories.id FROM memories WHERE ${atOrBelow(`project/${project.slug}`)}
    )`,
        ]),
  ];
  return all.length === 0 ? sql`TRUE` : sql.join(all, sql` AND `);
}

function eventsOf(kind: string): readonly string[] {
  return activityEvents.filter((event) => event.startsWith(`${kind}_`));
}
