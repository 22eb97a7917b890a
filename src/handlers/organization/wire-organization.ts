import type { Session } from "pegboard/runtime";
import type { Organization as WireOrganization } from "../../../generated/types.ts";
import type { Organization } from "../../services/organizations/organizations.ts";
import { dateTime } from "../instant.ts";

/** @param active id of the one that the session works in */
export function wireOrganization(organization: Organization, active: Session["scope"]): WireOrganization {
  const { id, name, description, members, createdBy, createdAt, updatedAt } = organization;
  return {
    ...{ id, name, description, active: id === active, members: members.map((member) => ({ ...member })) },
    created_by: createdBy,
    created_at: dateTime(createdAt),
    updated_at: dateTime(updatedAt),
  };
}
