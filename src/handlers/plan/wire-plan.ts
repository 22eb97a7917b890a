import type { Plan as WirePlan } from "../../../generated/types.ts";
import type { Plan } from "../../services/plans/plan.ts";
import { dateTime } from "../instant.ts";

export function wirePlan(plan: Plan): WirePlan {
  const { id, title, requirements, type, project, projectId, createdBy, createdAt, state } = plan;
  const { status, consensus, budgetUsd, error, startedAt, completedAt, taskIds, decisionIds } = state;
  return {
    ...{ id, title, requirements, type, status, phase: plan.phase, progress: plan.progress },
    ...{ project, project_id: projectId, consensus, final_consensus: plan.finalConsensus },
    ...{ budget_usd: budgetUsd, spent_usd: plan.spentUsd, tokens_used: plan.tokens, error },
    phases: state.phases.map((phase) => ({
      phase: phase.name,
      status: phase.status,
      consensus_score: phase.score,
      winning_proposal: phase.proposal,
      tokens: phase.tokens,
      cost_usd: phase.costUsd,
      duration_ms: phase.durationMs,
    })),
    ...{ tasks_count: state.tasks.length, decisions_count: state.decisions.length, risks_count: state.risks.length },
    task_ids: taskIds === null ? null : [...taskIds],
    decision_ids: decisionIds === null ? null : [...decisionIds],
    created_by: createdBy,
    created_at: dateTime(createdAt),
    started_at: startedAt === null ? null : dateTime(startedAt),
    completed_at: completedAt === null ? null : dateTime(completedAt),
  };
}

/** Where it is, in words. */
export function placeOf({ project }: Plan): string {
  return project === null ? "no project" : `project ${project}`;
}
