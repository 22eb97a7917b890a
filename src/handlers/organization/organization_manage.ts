import { ok } from "pegboard/runtime";
import type { OrganizationManage } from "../../../generated/contracts/organization_manage.ts";
import { errors } from "../../../generated/errors.ts";
import { controlInLine } from "../../services/namespaces/control-characters.ts";
import type { ToolHandler } from "../deps.ts";
import { findOrganization } from "./find-organization.ts";
import { wireOrganization } from "./wire-organization.ts";

export const organizationManage: ToolHandler<OrganizationManage> = async (input, { organizations }, call) => {
  const { session } = call;
  const [param, line] =
    input.action === "create" ? (["name", input.name] as const) : (["member", input.member] as const);
  const character = controlInLine(line);
  if (character !== undefined) return errors.controlCharacter({ param, character });
  if (input.action === "create") {
    const { name, description = "" } = input;
    const created = await organizations.create({ name, description }, session);
    if (created.status === "name_taken") return errors.organizationExists({ name });
    return ok(wireOrganization(created.organization, session.scope), { where: `organisation ${name}` });
  }
  const found = await findOrganization(organizations, input.organization);
  if (!found.ok) return found;
  const role = input.action === "remove_member" ? null : (input.role ?? "member");
  const { id: organizationId, name } = found.thing;
  const changed = await organizations.changeMember({ organizationId, member: input.member, role, session });
  switch (changed.status) {
    case "done":
      return ok(wireOrganization(changed.organization, session.scope), { where: `organisation ${name}` });
    case "refused":
      return errors.organizationRefused({ name, problem: changed.problem });
    case "not_found":
      // The user was taken out between the two reads.
      return errors.organizationNotFound({ organization: input.organization });
  }
};
