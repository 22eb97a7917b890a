// The life of a plan as a value: every action gives another state, or says why not. No clock, no store.

export const phaseNames = ["routing", "discovery", "defining", "developing", "delivering"] as const;
export type PhaseName = (typeof phaseNames)[number];
export type PlanStatus = "pending" | "running" | "completed" | "failed" | "cancelled";

/** Where a plan is once a phase has begun, in percent. */
const reached: Readonly<Record<PhaseName, number>> = {
  routing: 10,
  discovery: 30,
  defining: 50,
  developing: 70,
  delivering: 90,
};

/** What the agents report of a phase: they do the thinking, the plan keeps the figures. */
export interface Phase {
  readonly name: PhaseName;
  readonly status: "pending" | "running" | "completed" | "failed";
  /** How far the agents agreed, 0 to 1; null: not reported. */
  readonly score: number | null;
  /** The proposal that won. */
  readonly proposal: string;
  readonly tokens: number;
  readonly costUsd: number;
  readonly durationMs: number;
}

/** A task to be made. */
export interface PlannedTask {
  /** Others name it by this. */
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly priority: "high" | "medium" | "low";
  readonly tags: readonly string[];
  /** Keys of the tasks that it waits for. */
  readonly needs: readonly string[];
}

/** A decision to be drafted. */
export interface PlannedDecision {
  readonly title: string;
  readonly description: string;
  readonly context: string;
  readonly consequences: string;
  readonly area: string;
}

export interface Risk {
  readonly title: string;
  readonly category: string;
  readonly severity: "critical" | "high" | "medium" | "low";
  readonly likelihood: string;
  readonly impact: string;
  readonly mitigation: string;
}

export interface Artifacts {
  /** The plan itself, as text. */
  readonly document: string;
  readonly tasks: readonly PlannedTask[];
  readonly decisions: readonly PlannedDecision[];
  readonly risks: readonly Risk[];
}

/** Times are milliseconds since 1970. */
export interface PlanState extends Artifacts {
  readonly status: PlanStatus;
  readonly phases: readonly Phase[];
  /** A phase with a lower score is not completed. */
  readonly consensus: number;
  /** null: no limit. */
  readonly budgetUsd: number | null;
  /** Why it failed; null in every other state. */
  readonly error: string | null;
  readonly startedAt: number | null;
  readonly completedAt: number | null;
}

export interface Report extends Partial<Artifacts> {
  readonly score?: number | undefined;
  readonly proposal?: string | undefined;
  readonly tokens?: number | undefined;
  readonly costUsd?: number | undefined;
  readonly durationMs?: number | undefined;
}

export type PlanAction =
  | { readonly action: "start" | "complete" | "cancel" }
  | { readonly action: "record"; readonly report: Report }
  | { readonly action: "fail"; readonly reason: string }
  /** @param budgetUsd a new limit */
  | { readonly action: "resume"; readonly budgetUsd?: number | undefined };

export type Outcome = { readonly state: PlanState } | { readonly problem: string };

export function newPlan({ consensus, budgetUsd }: Pick<PlanState, "consensus" | "budgetUsd">): PlanState {
  const empty = { score: null, proposal: "", tokens: 0, costUsd: 0, durationMs: 0 };
  return {
    status: "pending",
    phases: phaseNames.map((name) => ({ name, status: "pending", ...empty })),
    ...{ consensus, budgetUsd, error: null, startedAt: null, completedAt: null },
    ...{ document: "", tasks: [], decisions: [], risks: [] },
  };
}

/** The phase that runs, or in which the plan stopped; undefined: it has not begun, or is through. */
export function currentPhase({ phases, startedAt }: PlanState): Phase | undefined {
  return startedAt === null ? undefined : phases.find(({ status }) => status !== "completed");
}

/** Percent. */
export function progressOf(state: PlanState): number {
  if (state.status === "completed") return 100;
  const phase = currentPhase(state);
  return phase === undefined ? 0 : reached[phase.name];
}

/** Sums over the phases; the consensus of a completed plan is the lowest that was reported. */
export function figuresOf({ phases, status }: PlanState) {
  const scores = phases.flatMap(({ score }) => (score === null ? [] : [score]));
  return {
    spentUsd: micro(phases.reduce((sum, { costUsd }) => sum + costUsd, 0)),
    tokens: phases.reduce((sum, phase) => sum + phase.tokens, 0),
    finalConsensus: status === "completed" && scores.length > 0 ? Math.min(...scores) : null,
  };
}

/** @param at milliseconds since 1970 */
export function advance(state: PlanState, request: PlanAction, at: number): Outcome {
  const allowed = allowedFrom[request.action];
  if (!allowed.includes(state.status)) return { problem: `it is ${state.status}` };
  switch (request.action) {
    case "start":
      return { state: withPhase({ ...state, status: "running", startedAt: at }, 0, { status: "running" }) };
    case "record":
      return record(state, request.report);
    case "complete":
      return complete(state, at);
    case "fail":
      return { state: failed(state, request.reason) };
    case "cancel":
      return { state: { ...withCurrent(state, { status: "pending" }), status: "cancelled" } };
    case "resume":
      return resume(state, request.budgetUsd);
  }
}

const allowedFrom: Readonly<Record<PlanAction["action"], readonly PlanStatus[]>> = {
  start: ["pending"],
  record: ["running"],
  complete: ["running"],
  fail: ["running"],
  cancel: ["pending", "running"],
  resume: ["failed", "cancelled"],
};

function record(state: PlanState, report: Report): Outcome {
  const phase = currentPhase(state);
  if (phase === undefined) return { problem: "no phase runs" };
  const problem = report.tasks === undefined ? undefined : tasksProblem(report.tasks);
  if (problem !== undefined) return { problem };
  const { document = state.document, tasks = state.tasks } = report;
  const { decisions = state.decisions, risks = state.risks } = report;
  const next = withCurrent(
    { ...state, document, tasks, decisions, risks },
    {
      score: report.score ?? phase.score,
      proposal: report.proposal ?? phase.proposal,
      tokens: phase.tokens + (report.tokens ?? 0),
      costUsd: micro(phase.costUsd + (report.costUsd ?? 0)),
      durationMs: phase.durationMs + (report.durationMs ?? 0),
    },
  );
  const over = overBudget(next);
  return { state: over === undefined ? next : failed(next, over) };
}

function complete(state: PlanState, at: number): Outcome {
  const index = state.phases.findIndex(({ status }) => status === "running");
  const phase = state.phases[index];
  if (phase === undefined) return { problem: "no phase runs" };
  if (phase.score !== null && phase.score < state.consensus) {
    return { problem: `the consensus of ${phase.name} is ${phase.score}, below ${state.consensus}` };
  }
  const done = withPhase(state, index, { status: "completed" });
  if (index < phaseNames.length - 1) return { state: withPhase(done, index + 1, { status: "running" }) };
  return { state: { ...done, status: "completed", completedAt: at } };
}

/** Where it stopped, or at its beginning where it had not started. */
function resume(state: PlanState, budgetUsd: number | undefined): Outcome {
  const next = { ...state, error: null, budgetUsd: budgetUsd ?? state.budgetUsd };
  const over = overBudget(next);
  if (over !== undefined) return { problem: over };
  if (next.startedAt === null) return { state: { ...next, status: "pending" } };
  return { state: { ...withCurrent(next, { status: "running" }), status: "running" } };
}

function failed(state: PlanState, error: string): PlanState {
  return { ...withCurrent(state, { status: "failed" }), status: "failed", error };
}

function overBudget(state: PlanState): string | undefined {
  const { spentUsd } = figuresOf(state);
  const { budgetUsd } = state;
  if (budgetUsd === null || spentUsd <= budgetUsd) return undefined;
  return `${spentUsd} USD are spent of a budget of ${budgetUsd} USD`;
}

function withCurrent(state: PlanState, change: Partial<Phase>): PlanState {
  const phase = currentPhase(state);
  return phase === undefined ? state : withPhase(state, state.phases.indexOf(phase), change);
}

function withPhase(state: PlanState, index: number, change: Partial<Phase>): PlanState {
  return { ...state, phases: state.phases.map((phase, at) => (at === index ? { ...phase, ...change } : phase)) };
}

/** Keys name one task each, and no tasks wait for each other. @returns what is wrong, in words */
export function tasksProblem(tasks: readonly PlannedTask[]): string | undefined {
  const byKey = new Map(tasks.map((task) => [task.key, task]));
  const twice = tasks.find((task) => byKey.get(task.key) !== task);
  if (twice !== undefined) return `two tasks have the key '${twice.key}'`;
  for (const { key, needs } of tasks) {
    const unknown = needs.find((need) => !byKey.has(need));
    if (unknown !== undefined) return `'${key}' needs '${unknown}', which is not among the tasks`;
  }
  // Whatever waits for nothing that is left is taken away, until nothing is.
  let left = tasks;
  for (;;) {
    const keys = new Set(left.map(({ key }) => key));
    const rest = left.filter(({ needs }) => needs.some((need) => keys.has(need)));
    if (rest.length === 0) return undefined;
    if (rest.length === left.length) return `these tasks wait for each other: ${rest.map(({ key }) => key).join(", ")}`;
    left = rest;
  }
}

/** Sums of cents stay sums of cents. */
function micro(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
