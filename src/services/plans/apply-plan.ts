import { randomUUID } from "node:crypto";
import type { Writer } from "../../store/activity-rows.ts";
import type { WritableRows } from "../../store/store.ts";
import type { TaskStatus } from "../../store/task-rows.ts";
import { createDecision } from "../decisions/decisions.ts";
import { createTask } from "../tasks/create-task.ts";
import { changeDependency } from "../tasks/dependencies.ts";
import { type KeptPlan, keptJson, type Plan, planOf, planWith } from "./plan.ts";

export interface ApplyPlan {
  readonly planId: string;
  readonly tasks: boolean;
  readonly decisions: boolean;
  readonly taskStatus: TaskStatus;
  readonly decisionStatus: "draft" | "proposed";
  /** Where the plan belongs to none. */
  readonly projectId: string | null;
  readonly writer: Writer;
}

/** Anything but `applied`: nothing was written. */
export type AppliedPlan =
  /** `taskIds` and `decisionIds`: what was made now; empty where it was made before. */
  | {
      readonly status: "applied";
      readonly plan: Plan;
      readonly taskIds: readonly string[];
      readonly decisionIds: readonly string[];
    }
  | { readonly status: "refused"; readonly plan: Plan; readonly problem: string }
  | { readonly status: "not_found" };

/** Each kind is made once, however often it is asked for: what was made is kept with the plan, in the same transaction. */
export async function applyPlan(rows: WritableRows, request: ApplyPlan, at: number): Promise<AppliedPlan> {
  const row = await rows.plans.byId(request.planId);
  if (row === undefined) return { status: "not_found" };
  const plan = planOf(row);
  const { state } = plan;
  if (state.status !== "completed") return { status: "refused", plan, problem: `it is ${state.status}` };
  const projectId = plan.projectId ?? request.projectId;
  const makesTasks = request.tasks && state.taskIds === null;
  const makesDecisions = request.decisions && state.decisionIds === null;
  if (makesTasks && state.tasks.length > 0 && projectId === null) {
    return { status: "refused", plan, problem: "its tasks need a project" };
  }
  if (projectId !== null && (makesTasks || makesDecisions)) {
    const project = await rows.projects.byId(projectId);
    if (project === undefined) return { status: "refused", plan, problem: "its project was deleted" };
    if (project.archivedAt !== null) return { status: "refused", plan, problem: "its project is archived" };
  }
  const taskIds = makesTasks ? await makeTasks(rows, state, request, projectId ?? "", at) : [];
  const decisionIds = makesDecisions ? await makeDecisions(rows, state, request, projectId, at) : [];
  if (makesTasks || makesDecisions) {
    const kept: KeptPlan = {
      ...state,
      taskIds: makesTasks ? taskIds : state.taskIds,
      decisionIds: makesDecisions ? decisionIds : state.decisionIds,
    };
    await rows.plans.update(plan.id, { status: kept.status, state: keptJson(kept), updatedAt: at });
    await rows.activity.append({ ...request.writer, at, event: "plan_applied", subject: plan.id });
    return { status: "applied", plan: planWith({ ...plan, updatedAt: at }, kept), taskIds, decisionIds };
  }
  return { status: "applied", plan, taskIds, decisionIds };
}

async function makeTasks(
  rows: WritableRows,
  { tasks }: KeptPlan,
  { writer, taskStatus }: ApplyPlan,
  projectId: string,
  at: number,
): Promise<readonly string[]> {
  const ids = new Map(tasks.map(({ key }) => [key, randomUUID()]));
  const idOf = (key: string): string => {
    const id = ids.get(key);
    if (id === undefined) throw new Error(`invariant: no task has the key ${key}; it was checked when it was recorded`);
    return id;
  };
  for (const { key, title, description, priority, tags } of tasks) {
    const facts = { projectId, title, description, priority, tags, status: taskStatus };
    const created = await createTask(rows, { ...facts, writer }, { id: idOf(key), at });
    if (created.status !== "created") throw new Error(`invariant: a task of a plan was not made: ${created.status}`);
  }
  for (const { key, needs } of tasks) {
    for (const need of needs) {
      const edge = { action: "add", taskId: idOf(key), needsId: idOf(need), writer } as const;
      const changed = await changeDependency(rows, edge, at);
      if (changed.status !== "done")
        throw new Error(`invariant: a dependency of a plan was not made: ${changed.status}`);
    }
  }
  return tasks.map(({ key }) => idOf(key));
}

async function makeDecisions(
  rows: WritableRows,
  { decisions }: KeptPlan,
  { writer, decisionStatus }: ApplyPlan,
  projectId: string | null,
  at: number,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const texts of decisions) {
    const request = { ...texts, projectId, status: decisionStatus, source: "agent" as const, writer };
    const created = await createDecision(rows, request, at);
    if (created.status !== "created")
      throw new Error(`invariant: a decision of a plan was not made: ${created.status}`);
    ids.push(created.decision.id);
  }
  return ids;
}
