import type { JsonObject } from "../../contract/json.ts";
import type { PlanRow } from "../../store/plan-rows.ts";
import { currentPhase, figuresOf, type PhaseName, type PlanState, progressOf } from "./plan-state.ts";

/** A plan's state, and what was made of it; null: nothing was made yet. */
export interface KeptPlan extends PlanState {
  readonly taskIds: readonly string[] | null;
  readonly decisionIds: readonly string[] | null;
}

/** Times are milliseconds since 1970. */
export interface Plan extends Omit<PlanRow, "row" | "session" | "state" | "status">, PlanFacts {
  readonly state: KeptPlan;
}

/** What follows from the state. */
export interface PlanFacts extends ReturnType<typeof figuresOf> {
  /** null: it has not begun, or is through. */
  readonly phase: PhaseName | null;
  /** Percent. */
  readonly progress: number;
}

export function planOf({ row: _row, session: _session, state: kept, status: _status, ...plan }: PlanRow): Plan {
  // Written by the service of plans only, by `keptJson`.
  return planWith(plan, kept as unknown as KeptPlan);
}

/** The same plan in another state. */
export function planWith(plan: Omit<Plan, keyof PlanFacts | "state">, state: KeptPlan): Plan {
  const facts = { phase: currentPhase(state)?.name ?? null, progress: progressOf(state), ...figuresOf(state) };
  return { ...plan, ...facts, state };
}

export function keptJson(kept: KeptPlan): JsonObject {
  // Plain data by its type: texts, numbers, null, lists and objects of them.
  return kept as unknown as JsonObject;
}
