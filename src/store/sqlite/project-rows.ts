import { sql, type Transaction } from "kysely";
import { edged, nameKey } from "../name-key.ts";
import type { ProjectRows } from "../project-rows.ts";
import { gramText, holds, isNear } from "./grams.ts";
import { withIdPrefix } from "./select-rows.ts";
import type { Tables } from "./tables.ts";

export function sqliteProjectRows(transaction: Transaction<Tables>): ProjectRows {
  return {
    byId: (id) => selectProjects(transaction).where("id", "=", id).executeTakeFirst(),
    byIdPrefix: (prefix, limit) => withIdPrefix(selectProjects(transaction), "projects.id", prefix, limit).execute(),
    bySlug: (slug) => selectProjects(transaction).where("slug", "=", slug).executeTakeFirst(),
    async near(key, limit) {
      if (key === "") return [];
      return await selectProjects(transaction)
        .where(isNear("row", "project_grams", key, limit))
        .execute();
    },
    list({ query, before = Number.MAX_SAFE_INTEGER, limit }) {
      const projects = selectProjects(transaction).where("row", "<", before).orderBy("row", "desc").limit(limit);
      if (query === undefined) return projects.execute();
      return projects.where(holds(sql`row`, "project_grams", ["name", "description"], query)).execute();
    },
    async count() {
      const { count } = await transaction
        .selectFrom("projects")
        .select((select) => select.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },
    async insert(project) {
      const insert = transaction.insertInto("projects").values(project).returning("row");
      const { row } = await insert.executeTakeFirstOrThrow();
      const { name, description } = project;
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
      )`.as("openTasks"),
    );
}
