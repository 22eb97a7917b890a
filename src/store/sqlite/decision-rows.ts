import { type SqlBool, sql, type Transaction } from "kysely";
import type { DecisionRow, DecisionRows, DecisionTexts } from "../decision-rows.ts";
import { foldText } from "../name-key.ts";
import { gramText, holds } from "./grams.ts";
import { all, first, rowOfProject, withIdPrefix } from "./select-rows.ts";
import type { Tables } from "./tables.ts";
import { unindexRow } from "./unindex-row.ts";

export function sqliteDecisionRows(transaction: Transaction<Tables>): DecisionRows {
  return {
    byId: (id) => first(selectDecisions(transaction).where("decisions.id", "=", id), decisionRow),
    byIdPrefix: (prefix, limit) =>
      all(withIdPrefix(selectDecisions(transaction), "decisions.id", prefix, limit), decisionRow),
    byNumber(number, projectId, limit) {
      const numbered = selectDecisions(transaction).where("decisions.number", "=", number);
      const chosen = projectId === undefined ? numbered : numbered.where(isOf(projectId));
      return all(chosen.orderBy("decisions.row").limit(limit), decisionRow);
    },
    ofProject: (projectId) =>
      all(selectDecisions(transaction).where(isOf(projectId)).orderBy("decisions.number"), decisionRow),
    list({ projectId, status, area, query, before = Number.MAX_SAFE_INTEGER, limit }) {
      let decisions = selectDecisions(transaction)
        .where("decisions.row", "<", before)
        .orderBy("decisions.row", "desc")
        .limit(limit);
      if (projectId !== undefined) decisions = decisions.where(isOf(projectId));
      if (status !== undefined) decisions = decisions.where("decisions.status", "=", status);
      if (area !== undefined) decisions = decisions.where("decisions.areaKey", "=", foldText(area));
      if (query !== undefined) {
        decisions = decisions.where(holds(sql`decisions.row`, "decision_grams", [...searched], query));
      }
      return all(decisions, decisionRow);
    },
    async nextNumber(projectId) {
      const { rows } = await sql<{ next: number }>`
        SELECT ifnull(max(number), 0) + 1 AS next FROM decisions WHERE ${isOf(projectId)}
      `.execute(transaction);
      return rows[0]?.next ?? 1;
    },
    async insert({ projectId, ...decision }) {
      const { row } = await transaction
        .insertInto("decisions")
        .values({
          ...decision,
          project: projectId === null ? null : rowOfProject(projectId),
          areaKey: foldText(decision.area),
          supersededBy: null,
          document: null,
          updatedAt: decision.createdAt,
          decidedBy: null,
          decidedAt: null,
        })
        .returning("row")
        .executeTakeFirstOrThrow();
      await indexTexts(transaction, row, decision);
    },
    async edit(id, { title, area, context, description, consequences }) {
      const texts = { title, area, context, description, consequences };
      const { row } = await transaction
        .updateTable("decisions")
        .set({ ...texts, areaKey: foldText(area) })
        .where("id", "=", id)
        .returning("row")
        .executeTakeFirstOrThrow();
      await indexTexts(transaction, row, texts);
    },
    async update(id, { status, decidedBy, decidedAt, updatedAt }) {
      const state = { status, decidedBy, decidedAt, updatedAt };
      await transaction.updateTable("decisions").set(state).where("id", "=", id).execute();
    },
    async supersede(id, by) {
      const supersededBy = by === null ? null : sql<number>`(SELECT row FROM decisions WHERE id = ${by})`;
      await transaction.updateTable("decisions").set({ supersededBy }).where("id", "=", id).execute();
    },
    async keepDocument(id, document) {
      await transaction.updateTable("decisions").set({ document }).where("id", "=", id).execute();
    },
  };
}

const searched = ["title", "context", "description", "consequences"] as const;

/** As the index of the numbers compares: null is a project like any other. The plus takes off the type, which the index does not have. */
function isOf(projectId: string | null) {
  return sql<SqlBool>`ifnull(decisions.project, 0) = +${projectId === null ? 0 : rowOfProject(projectId)}`;
}

async function indexTexts(transaction: Transaction<Tables>, row: number, texts: DecisionTexts): Promise<void> {
  await unindexRow(transaction, "decision_grams", row);
  await sql`
    INSERT INTO decision_grams (rowid, ${sql.join(searched.map((column) => sql.ref(column)))})
    VALUES (${row}, ${sql.join(searched.map((column) => gramText(texts[column])))})
  `.execute(transaction);
}

function selectDecisions(transaction: Transaction<Tables>) {
  return transaction
    .selectFrom("decisions")
    .selectAll("decisions")
    .select([
      sql<string | null>`(SELECT id FROM projects WHERE projects.row = decisions.project)`.as("projectId"),
      sql<string | null>`(SELECT name FROM projects WHERE projects.row = decisions.project)`.as("projectName"),
      sql<number | null>`(SELECT number FROM decisions AS later WHERE later.row = decisions.superseded_by)`.as(
        "successor",
      ),
      sql<string>`(
        SELECT json_group_array(number) FROM (
          SELECT earlier.number AS number FROM decisions AS earlier
          WHERE earlier.superseded_by = decisions.row ORDER BY earlier.number
        )
      )`.as("predecessors"),
    ]);
}

type SelectedDecision = Awaited<ReturnType<ReturnType<typeof selectDecisions>["execute"]>>[number];

function decisionRow({
  project: _project,
  areaKey: _areaKey,
  supersededBy: _supersededBy,
  projectName,
  successor,
  predecessors,
  ...decision
}: SelectedDecision): DecisionRow {
  // Made by the query above: a list of whole numbers.
  const supersedes = JSON.parse(predecessors) as number[];
  return { ...decision, project: projectName, supersededBy: successor, supersedes };
}
