import { type CallContext, ok, okList } from "pegboard/runtime";
import type { PlanManage, PlanManageInput } from "../../../generated/contracts/plan_manage.ts";
import { errors } from "../../../generated/errors.ts";
import type { Plan } from "../../services/plans/plan.ts";
import type { PlanAction, Report } from "../../services/plans/plan-state.ts";
import { type Deps, type ToolHandler, writerOf } from "../deps.ts";
import { findProject, foundOr } from "../find.ts";
import { wirePage } from "../page.ts";
import { firstSentence } from "../task/create_task.ts";
import { placeOf, wirePlan } from "./wire-plan.ts";

type Case<Action extends PlanManageInput["action"]> = Extract<PlanManageInput, { readonly action: Action }>;
type Call = CallContext<"required">;

const defaultConsensus = 0.75;
const defaultListLimit = 10;
const maxTitleLength = 50;

export const planManage: ToolHandler<PlanManage> = async (input, deps, call) => {
  switch (input.action) {
    case "create":
      return await create(input, deps, call);
    case "list":
      return await list(input, deps, call);
    case "get":
      return await get(input, deps);
    case "apply":
      return await apply(input, deps, call);
    case "record": {
      const report = reportOf(input);
      const params = [
        "score",
        "proposal",
        "tokens",
        "cost_usd",
        "duration_ms",
        "document",
        "tasks",
        "decisions",
        "risks",
      ];
      if (Object.keys(report).length === 0) return errors.nothingToChange({ action: input.action, params });
      return await change(input.plan, { action: "record", report }, deps, call);
    }
    case "fail":
      return await change(input.plan, { action: "fail", reason: input.reason }, deps, call);
    case "resume":
      return await change(input.plan, { action: "resume", budgetUsd: input.budget_usd }, deps, call);
    case "start":
    case "complete":
    case "cancel":
      return await change(input.plan, { action: input.action }, deps, call);
  }
};

async function create(input: Case<"create">, { plans, projects }: Deps, call: Call) {
  const found = input.project === undefined ? undefined : await findProject(projects, input.project, call.session);
  if (found?.ok === false) return found;
  if (found !== undefined && found.thing.archivedAt !== null)
    return errors.projectArchived({ project: found.thing.name });
  const { requirements, title = firstSentence(requirements, maxTitleLength), type = "feature" } = input;
  const { consensus = defaultConsensus, budget_usd: budgetUsd = null } = input;
  const facts = { title, requirements, type, projectId: found?.thing.id ?? null, consensus, budgetUsd };
  const plan = await plans.create({ ...facts, writer: writerOf(call.session) });
  return ok({ plan: wirePlan(plan) }, { where: placeOf(plan) });
}

async function list(input: Case<"list">, { plans, projects }: Deps, call: Call) {
  const found = input.project === undefined ? undefined : await findProject(projects, input.project, call.session);
  if (found?.ok === false) return found;
  const { status, type, limit = defaultListLimit, cursor } = input;
  const page = await plans.list({ status, type, limit, cursor, projectId: found?.thing.id });
  if ("status" in page) return errors.cursorInvalid({});
  const where = found === undefined ? "all projects" : `project ${found.thing.name}`;
  return okList(page.items.length, (count) => ok(wirePage(page.first(count), wirePlan), { where }));
}

async function get(input: Case<"get">, deps: Deps) {
  const found = await findPlan(deps, input.plan);
  if (!found.ok) return found;
  const { document, tasks, decisions, risks } = found.thing.state;
  const artifacts = {
    document,
    tasks: tasks.map((task) => ({ ...task, tags: [...task.tags], needs: [...task.needs] })),
    decisions: [...decisions],
    risks: [...risks],
  };
  return ok({ plan: wirePlan(found.thing), ...artifacts }, { where: placeOf(found.thing) });
}

async function change(asked: string, action: PlanAction, deps: Deps, call: Call) {
  const found = await findPlan(deps, asked);
  if (!found.ok) return found;
  const changed = await deps.plans.change({ planId: found.thing.id, writer: writerOf(call.session), ...action });
  switch (changed.status) {
    case "done":
      return ok({ plan: wirePlan(changed.plan) }, { where: placeOf(changed.plan) });
    case "refused":
      return refused(changed.plan, action.action, changed.problem);
    case "not_found":
      // Deleted between the two reads.
      return errors.planNotFound({ plan: asked });
  }
}

async function apply(input: Case<"apply">, deps: Deps, call: Call) {
  const found = await findPlan(deps, input.plan);
  if (!found.ok) return found;
  const place = input.project === undefined ? undefined : await findProject(deps.projects, input.project, call.session);
  if (place?.ok === false) return place;
  const { apply_tasks: tasks = true, apply_decisions: decisions = true } = input;
  const { task_status: taskStatus = "todo", decision_status: decisionStatus = "draft" } = input;
  const request = { planId: found.thing.id, tasks, decisions, taskStatus, decisionStatus };
  const applied = await deps.plans.apply({
    ...request,
    projectId: place?.thing.id ?? null,
    writer: writerOf(call.session),
  });
  switch (applied.status) {
    case "applied": {
      const made = { made_tasks: [...applied.taskIds], made_decisions: [...applied.decisionIds] };
      return ok({ plan: wirePlan(applied.plan), ...made }, { where: placeOf(applied.plan) });
    }
    case "refused":
      return refused(applied.plan, "apply", applied.problem);
    case "not_found":
      return errors.planNotFound({ plan: input.plan });
  }
}

function refused({ id, title }: Plan, action: string, problem: string) {
  return errors.planRefused({ action, title, plan: id, problem });
}

async function findPlan({ plans }: Deps, plan: string) {
  return foundOr(
    await plans.find(plan),
    () => errors.planNotFound({ plan }),
    (candidates) => errors.planAmbiguous({ plan, candidates }),
  );
}

/** What was left out has its usual value. */
function reportOf(input: Case<"record">): Report {
  const { score, proposal, tokens, cost_usd: costUsd, duration_ms: durationMs, document } = input;
  const report = {
    ...{ score, proposal, tokens, costUsd, durationMs, document },
    tasks: input.tasks?.map(({ title, key = title, description = "", priority = "medium", tags = [], needs = [] }) => {
      return { key, title, description, priority, tags, needs };
    }),
    decisions: input.decisions?.map(({ title, description = "", context = "", consequences = "", area = "" }) => {
      return { title, description, context, consequences, area };
    }),
    risks: input.risks?.map(
      ({ title, category = "", severity = "medium", likelihood = "", impact = "", mitigation = "" }) => {
        return { title, category, severity, likelihood, impact, mitigation };
      },
    ),
  };
  return Object.fromEntries(Object.entries(report).filter(([, value]) => value !== undefined));
}
