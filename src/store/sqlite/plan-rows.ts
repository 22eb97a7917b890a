import { sql, type Transaction } from "kysely";
import type { JsonObject } from "../../contract/json.ts";
import type { PlanRow, PlanRows } from "../plan-rows.ts";
import { all, first, rowOfProject, withIdPrefix } from "./select-rows.ts";
import type { Tables } from "./tables.ts";

export function sqlitePlanRows(transaction: Transaction<Tables>): PlanRows {
  return {
    byId: (id) => first(selectPlans(transaction).where("plans.id", "=", id), planRow),
    byIdPrefix: (prefix, limit) => all(withIdPrefix(selectPlans(transaction), "plans.id", prefix, limit), planRow),
    list({ projectId, status, type, before = Number.MAX_SAFE_INTEGER, limit }) {
      let plans = selectPlans(transaction).where("plans.row", "<", before).orderBy("plans.row", "desc").limit(limit);
      if (projectId !== undefined) plans = plans.where("plans.project", "=", rowOfProject(projectId));
      if (status !== undefined) plans = plans.where("plans.status", "=", status);
      if (type !== undefined) plans = plans.where("plans.type", "=", type);
      return all(plans, planRow);
    },
    async insert({ projectId, state, ...plan }) {
      const project = projectId === null ? null : rowOfProject(projectId);
      const columns = { ...plan, project, state: JSON.stringify(state) };
      await transaction.insertInto("plans").values(columns).execute();
    },
    async update(id, { status, state, updatedAt }) {
      const columns = { status, state: JSON.stringify(state), updatedAt };
      await transaction.updateTable("plans").set(columns).where("id", "=", id).execute();
    },
  };
}

function selectPlans(transaction: Transaction<Tables>) {
  return transaction
    .selectFrom("plans")
    .selectAll("plans")
    .select([
      sql<string | null>`(SELECT id FROM projects WHERE projects.row = plans.project)`.as("projectId"),
      sql<string | null>`(SELECT name FROM projects WHERE projects.row = plans.project)`.as("projectName"),
    ]);
}

type SelectedPlan = Awaited<ReturnType<ReturnType<typeof selectPlans>["execute"]>>[number];

function planRow({ project: _project, projectName, state, ...plan }: SelectedPlan): PlanRow {
  // Written by this file only, by JSON.stringify of an object.
  return { ...plan, project: projectName, state: JSON.parse(state) as JsonObject };
}
