import type { Organization, RamorieOrganization } from "../../../generated/types.ts";
import { slug } from "../../services/namespaces/namespace.ts";

/** People have no ids here: their name is the id. */
export function ramorieOrganization(organization: Organization): RamorieOrganization {
  const { id, name, description, members, created_at, updated_at } = organization;
  const owner = members.find(({ role }) => role === "owner")?.name ?? "";
  const people = members.map((member) => ({ user_id: member.name, role: member.role, name: member.name }));
  return { id, name, slug: slug(name) ?? id, description, owner_id: owner, created_at, updated_at, members: people };
}
