import type { Decision as WireDecision } from "../../../generated/types.ts";
import type { Decision } from "../../services/decisions/decision.ts";
import { dateTime } from "../instant.ts";

export function wireDecision(decision: Decision): WireDecision {
  const { id, number, label, title, status, project, area, description, context, consequences, source } = decision;
  const { decidedAt } = decision;
  return {
    ...{ id, number, label, title, status, project, project_id: decision.projectId },
    ...{ area, description, context, consequences },
    supersedes: [...decision.supersedes],
    superseded_by: decision.supersededBy,
    source,
    created_by: decision.createdBy,
    created_at: dateTime(decision.createdAt),
    updated_at: dateTime(decision.updatedAt),
    decided_by: decision.decidedBy,
    decided_at: decidedAt === null ? null : dateTime(decidedAt),
  };
}

/** Where it is, in words. */
export function placeOf({ project }: Pick<Decision, "project">): string {
  return project === null ? "no project" : `project ${project}`;
}
