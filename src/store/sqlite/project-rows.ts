import { sql, type Transaction } from "kysely";
import { edged, nameKey } from "../name-key.ts";
import type { ProjectRow, ProjectRows } from "../project-rows.ts";
import { gramText, holds, sharing } from "./grams.ts";
import { beginsWith } from "./id-list.ts";
import type { Tables } from "./tables.ts";

export function sqliteProjectRows(transaction: Transaction<Tables>): ProjectRows {
  return {
    async byId(id) {
      const row = await selectProjects(transaction).where("id", "=", id).executeTakeFirst();
      return row === undefined ? undefined : projectRow(row);
    },
    async byIdPrefix(prefix, limit) {
      const rows = await selectProjects(transaction)
        .where(beginsWith("projects.id", prefix))
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.map(projectRow);
    },
    async bySlug(slug) {
      const row = await selectProjects(transaction).where("slug", "=", slug).executeTakeFirst();
      return row === undefined ? undefined : projectRow(row);
    },
    async near(key, limit) {
      if (key === "") return [];
      const rows = await selectProjects(transaction)
        .where(
          sql<boolean>`row IN (
            SELECT rowid FROM project_grams WHERE project_grams MATCH ${sharing(key)} ORDER BY rank LIMIT ${limit}
          )`,
        )
        .execute();
      return rows.map(projectRow);
    },
    async list({ query, before = Number.MAX_SAFE_INTEGER, limit }) {
      const all = selectProjects(transaction).where("row", "<", before).orderBy("row", "desc").limit(limit);
      const wanted =
        query === undefined ? all : all.where(holds(sql`row`, "project_grams", ["name", "description"], query));
      return (await wanted.execute()).map(projectRow);
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
  const { row, id, name, slug, description, session } = selected;
  return {
    row,
    id,
    name,
    slug,
    description,
    openTasks: selected.open_tasks,
    createdBy: selected.created_by,
    session,
    createdAt: selected.created_at,
  };
}
