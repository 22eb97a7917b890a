import type { Decision, RamorieDecision } from "../../../generated/types.ts";

export function ramorieDecision(decision: Decision): RamorieDecision {
  const { id, project_id, label, title, description, status, area, context, consequences } = decision;
  const { source, created_at, updated_at } = decision;
  return {
    id,
    ...(project_id === null ? {} : { project_id }),
    adr_number: label,
    ...{ title, description, area, context, consequences },
    status: status === "accepted" ? "approved" : status,
    source: source === "person" ? "user" : source,
    created_at,
    updated_at,
  };
}
