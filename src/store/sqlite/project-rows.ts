import { sql, type Transaction } from "kysely";
import { edged, nameKey } from "../name-key.ts";
import type { ProjectRow, ProjectRows } from "../project-rows.ts";
import { gramText, holds, sharing } from "./grams.ts";
import { all, first, withIdPrefix } from "./select-rows.ts";
import type { Tables } from "./tables.ts";

export function sqliteProjectRows(transaction: Transaction<Tables>): ProjectRows {
  return {
    byId: (id) => first(selectProjects(transaction).where("id", "=", id), projectRow),
    byIdPrefix: (prefix, limit) =>
      all(withIdPrefix(selectProjects(transaction), "projects.id", prefix, limit), projectRow),
    bySlug: (slug) => first(selectProjects(transaction).where("slug", "=", slug), projectRow),
    async near(key, limit) {
      if (key === "") return [];
      const near = sql<boolean>`row IN (
        SELECT rowid FROM project_grams WHERE project_grams MATCH ${sharing(key)} ORDER BY rank LIMIT ${limit}
      )`;
      return await all(selectProjects(transaction).where(near), projectRow);
    },
    list({ query, before = Number.MAX_SAFE_INTEGER, limit }) {
      const projects = selectProjects(transaction).where("row", "<", before).orderBy("row", "desc").limit(limit);
      if (query === undefined) return all(projects, projectRow);
      return all(projects.where(holds(sql`row`, "project_grams", ["name", "description"], query)), projectRow);
    },
    async count() {
      const { count } = await transaction
        .selectFrom("projects")
        .select((select) => select.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },
    async insert({ id, name, slug, description, createdBy, session, createdAt }) {
      const { row } = await transaction
        .insertInto("projects")
        .values({ id, name, slug, description, created_by: createdBy, session, created_at: createdAt })
        .returning("row")
        .executeTakeFirstOrThrow();
      await sql`
        INSERT INTO project_grams (rowid, name, description, key)
        VALUES (${row}, ${gramText(name)}, ${gramText(description)}, ${edged(nameKey(name))})
      `.execute(transaction);
    },
  };
}

function selectProjects(transaction: Transaction<Tables>) {
  return transaction
    .selectFrom("projects")
    .selectAll()
    .select(
      sql<number>`(
        SELECT count(*) FROM tasks WHERE project = projects.row AND status IN ('todo', 'in_progress')
      )`.as("open_tasks"),
    );
}

type SelectedProject = Awaited<ReturnType<ReturnType<typeof selectProjects>["execute"]>>[number];

function projectRow(selected: SelectedProject): ProjectRow {
  const { open_tasks: openTasks, created_by: createdBy, created_at: createdAt, ...rest } = selected;
  return { ...rest, openTasks, createdBy, createdAt };
}
