import type { AdaptManagePlan, AdaptManagePlanResult } from "../../../generated/contracts/plan_manage.ts";
import type { Plan } from "../../../generated/types.ts";
import { oldLimit } from "../old-page.ts";

const maxLimit = 100;
const defaultLimit = 10;
/** What a plan might cost unless its caller said otherwise. */
const oldBudgetUsd = 5;

/** Left out, both flags meant that nothing was applied: a defect, for an older version applied both, and so does ours. */
export const managePlan: AdaptManagePlan = (old) => {
  const { action } = old;
  const plan = present({ plan: filled(old.plan_id) });
  switch (action) {
    case "create": {
      const { requirements, title, type, project, consensus, budget_usd = oldBudgetUsd } = old;
      return {
        action,
        ...present({ requirements, title: filled(title), type, project: filled(project), consensus, budget_usd }),
      };
    }
    case "list": {
      const { status, type, project, limit } = old;
      const filter = present({ status, type, project: filled(project) });
      return { action, limit: oldLimit(limit, maxLimit, defaultLimit), ...filter };
    }
    case "status":
      return { action: "get", ...plan };
    case "cancel":
      return { action, ...plan };
    case "apply": {
      const { apply_tasks, apply_adrs: apply_decisions, task_status, adr_status: decision_status, project } = old;
      const choices = { apply_tasks, apply_decisions, task_status, decision_status, project: filled(project) };
      return { action, ...plan, ...present(choices) };
    }
  }
};

export const managePlanResult: AdaptManagePlanResult = (result, { action }) => {
  const { plan, items, count, made_tasks: task_ids = [], made_decisions: adr_ids = [], _context } = result;
  if (action === "list") return { items: (items ?? []).map(ramoriePlan), count: count ?? 0, _context };
  if (action === "apply") {
    return { tasks_created: task_ids.length, adrs_created: adr_ids.length, task_ids, adr_ids };
  }
  if (plan === undefined) return {};
  const { id, title, status, phases } = plan;
  if (action === "cancel") return { ok: true, message: `Plan '${title}' is cancelled`, plan_id: id };
  if (action === "create") return { ok: true, message: `Plan '${title}' waits to be started`, plan: ramoriePlan(plan) };
  return {
    id,
    title,
    status,
    phases: phases.map((phase, index) => ({ ...phase, sequence: index + 1 })),
    details: ramoriePlan(plan),
  };
};

function ramoriePlan({ phase, final_consensus, budget_usd, spent_usd, decisions_count, phases, ...plan }: Plan) {
  return {
    ...plan,
    current_phase: phase,
    final_consensus_score: final_consensus,
    max_budget_usd: budget_usd,
    spent_budget_usd: spent_usd,
    adrs_count: decisions_count,
    phases: phases.map((one, index) => ({ ...one, sequence: index + 1 })),
  };
}

/** A blank text counted as none. */
function filled(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

type Present<Values extends object> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> };

function present<Values extends object>(values: Values): Present<Values> {
  // Only what is undefined is left out.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<Values>;
}
