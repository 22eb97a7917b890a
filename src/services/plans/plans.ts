import { randomUUID } from "node:crypto";
import type { Writer } from "../../store/activity-rows.ts";
import type { PlanList, PlanRow, PlanType } from "../../store/plan-rows.ts";
import type { WritableRows } from "../../store/store.ts";
import { type Lookup, lookUp } from "../names/look-up.ts";
import { type BadCursor, type Page, type PageRequest, pageOf } from "../paging/page.ts";
import type { ServiceOptions } from "../service-options.ts";
import { type AppliedPlan, type ApplyPlan, applyPlan } from "./apply-plan.ts";
import { type KeptPlan, keptJson, type Plan, planOf } from "./plan.ts";
import { advance, newPlan, type PlanAction, type PlanStatus } from "./plan-state.ts";

// Plans: from requirements through phases to tasks and decisions. Times are milliseconds since 1970.

export type Plans = ReturnType<typeof storedPlans>;

export interface CreatePlan {
  readonly title: string;
  readonly requirements: string;
  readonly type: PlanType;
  readonly projectId: string | null;
  /** 0 to 1. */
  readonly consensus: number;
  /** null: no limit. */
  readonly budgetUsd: number | null;
  readonly writer: Writer;
}

export interface ListPlans extends PageRequest, Pick<PlanList, "projectId" | "type"> {
  readonly status?: PlanStatus | undefined;
}

export type ChangePlan = { readonly planId: string; readonly writer: Writer } & PlanAction;

/** Anything but `done`: nothing changed. */
export type ChangedPlan =
  | { readonly status: "done"; readonly plan: Plan }
  | { readonly status: "refused"; readonly plan: Plan; readonly problem: string }
  | { readonly status: "not_found" };

export function storedPlans({ store, clock }: ServiceOptions) {
  return {
    /** By id, or by the first four characters of it or more. */
    find: (text: string): Promise<Lookup<Plan>> =>
      store.read(async ({ plans }) => {
        const whole = await plans.byId(text.toLowerCase());
        return lookUp(text, {
          whole,
          byIdPrefix: plans.byIdPrefix,
          labelOf: ({ title }) => title,
          thingOf: planOf,
        });
      }),
    /** Newest first. */
    async list({ projectId, status, type, limit, cursor }: ListPlans): Promise<Page<Plan> | BadCursor> {
      const filter = { projectId, status, type };
      return await pageOf<PlanRow, Plan>({
        list: ["plans", filter],
        cursor,
        limit,
        keyLength: 1,
        keyOf: ({ row }) => [row],
        fetch: (after, max) => store.read(({ plans }) => plans.list({ ...filter, limit: max, before: after?.[0] })),
        itemOf: planOf,
      });
    },
    create: ({ consensus, budgetUsd, writer, ...facts }: CreatePlan): Promise<Plan> =>
      store.write(async (rows) => {
        const at = clock();
        const id = randomUUID();
        const { agent: createdBy, session } = writer;
        const kept: KeptPlan = { ...newPlan({ consensus, budgetUsd }), taskIds: null, decisionIds: null };
        const progress = { status: kept.status, state: keptJson(kept), updatedAt: at };
        await rows.plans.insert({ ...facts, ...progress, id, createdBy, session, createdAt: at });
        await rows.activity.append({ ...writer, at, event: "plan_created", subject: id });
        return await planAt(rows, id);
      }),
    /** One action, and its line in the activity log. */
    change: (request: ChangePlan) => store.write((rows) => changePlan(rows, request, clock())),
    /** Makes its tasks and decisions, in one transaction and once. */
    apply: (request: ApplyPlan): Promise<AppliedPlan> => store.write((rows) => applyPlan(rows, request, clock())),
  };
}

async function changePlan(
  rows: WritableRows,
  { planId, writer, ...action }: ChangePlan,
  at: number,
): Promise<ChangedPlan> {
  const row = await rows.plans.byId(planId);
  if (row === undefined) return { status: "not_found" };
  const plan = planOf(row);
  const outcome = advance(plan.state, action, at);
  if ("problem" in outcome) return { status: "refused", plan, problem: outcome.problem };
  const kept: KeptPlan = { ...plan.state, ...outcome.state };
  await rows.plans.update(planId, { status: kept.status, state: keptJson(kept), updatedAt: at });
  await rows.activity.append({ ...writer, at, event: events[action.action], subject: planId });
  return { status: "done", plan: await planAt(rows, planId) };
}

const events = {
  start: "plan_started",
  record: "plan_reported",
  complete: "plan_phase_completed",
  fail: "plan_failed",
  cancel: "plan_cancelled",
  resume: "plan_resumed",
} as const;

async function planAt({ plans }: Pick<WritableRows, "plans">, id: string): Promise<Plan> {
  const row = await plans.byId(id);
  if (row === undefined) throw new Error(`invariant: plan ${id} was written in the same transaction`);
  return planOf(row);
}
