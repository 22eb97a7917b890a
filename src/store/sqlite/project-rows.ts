import { sql, type Transaction } from "kysely";
import type { ProjectRow, ProjectRows } from "../project-rows.ts";
import { gramName, gramText, holds, isNear } from "./grams.ts";
import { countContents, projectStatistics, removeProject } from "./project-contents.ts";
import { all, first, withIdPrefix } from "./select-rows.ts";
import type { Tables } from "./tables.ts";
import { unindexRow } from "./unindex-row.ts";

export function sqliteProjectRows(transaction: Transaction<Tables>): ProjectRows {
  return {
    byId: (id) => first(selectProjects(transaction).where("id", "=", id), projectRow),
    byIdPrefix: (prefix, limit) =>
      all(withIdPrefix(selectProjects(transaction), "projects.id", prefix, limit), projectRow),
    bySlug: (slug) =>
      first(selectProjects(transaction).where(sql<boolean>`(slug = ${slug} OR name_slug = ${slug})`), projectRow),
    async near(key, limit) {
      if (key === "") return [];
      return await all(selectProjects(transaction).where(isNear("row", "project_grams", key, limit)), projectRow);
    },
    list({ query, archived = false, before = Number.MAX_SAFE_INTEGER, limit }) {
      const projects = selectProjects(transaction)
        .where("archived", "=", Number(archived))
        .where("row", "<", before)
        .orderBy("row", "desc")
        .limit(limit);
      if (query === undefined) return all(projects, projectRow);
      return all(projects.where(holds(sql`row`, "project_grams", ["name", "description"], query)), projectRow);
    },
    async count() {
      const { count } = await transaction
        .selectFrom("projects")
        .select((select) => select.fn.countAll<number>().as("count"))
        .where("archived", "=", 0)
        .executeTakeFirstOrThrow();
      return count;
    },
    statistics: (id, viewer, now) => projectStatistics(transaction, id, viewer, now),
    countContents: (id, viewer) => countContents(transaction, id, viewer),
    async insert(project) {
      const encrypted = project.encrypted === true ? 1 : 0;
      const columns = { ...project, nameSlug: project.slug, archivedAt: null, encrypted };
      const insert = transaction.insertInto("projects").values(columns).returning("row");
      await indexTexts(transaction, (await insert.executeTakeFirstOrThrow()).row, project);
    },
    async update(id, { name, nameSlug, description, encrypted }) {
      const { row } = await transaction
        .updateTable("projects")
        .set({ name, nameSlug, description, encrypted: encrypted ? 1 : 0 })
        .where("id", "=", id)
        .returning("row")
        .executeTakeFirstOrThrow();
      await indexTexts(transaction, row, { name, description });
    },
    async setArchived(id, archivedAt) {
      const { row } = await transaction
        .updateTable("projects")
        .set({ archivedAt })
        .where("id", "=", id)
        .returning("row")
        .executeTakeFirstOrThrow();
      if (archivedAt === null) return;
      const tasks = transaction.selectFrom("tasks").select("row").where("project", "=", row);
      await transaction.deleteFrom("active_tasks").where("task", "in", tasks).execute();
    },
    remove: (id, viewer) => removeProject(transaction, id, viewer),
  };
}

async function indexTexts(
  transaction: Transaction<Tables>,
  row: number,
  { name, description }: Pick<ProjectRow, "name" | "description">,
): Promise<void> {
  await unindexRow(transaction, "project_grams", row);
  await sql`
    INSERT INTO project_grams (rowid, name, description, key)
    VALUES (${row}, ${gramText(name)}, ${gramText(description)}, ${gramName(name)})
  `.execute(transaction);
}

function selectProjects(transaction: Transaction<Tables>) {
  return transaction
    .selectFrom("projects")
    .selectAll()
    .select(
      sql<number>`(
        SELECT count(*) FROM tasks
        WHERE project = projects.row AND status IN ('todo', 'in_progress') AND archived = 0
      )`.as("openTasks"),
    );
}

type SelectedProject = Awaited<ReturnType<ReturnType<typeof selectProjects>["execute"]>>[number];

function projectRow({ nameSlug: _nameSlug, archived: _archived, encrypted, ...project }: SelectedProject): ProjectRow {
  return { ...project, encrypted: encrypted === 1 };
}
