import { ok } from "pegboard/runtime";
import type { OrganizationSwitch } from "../../../generated/contracts/organization_switch.ts";
import type { ToolHandler } from "../deps.ts";
import { findOrganization } from "./find-organization.ts";
import { wireOrganization } from "./wire-organization.ts";

export const organizationSwitch: ToolHandler<OrganizationSwitch> = async (input, { organizations }, call) => {
  if (input.organization === undefined) {
    await organizations.enter(undefined, call.session);
    return ok({ organization: null }, { where: "your own things" });
  }
  const found = await findOrganization(organizations, input.organization);
  if (!found.ok) return found;
  const { id, name } = found.thing;
  await organizations.enter(id, call.session);
  return ok({ organization: wireOrganization(found.thing, id) }, { where: `organisation ${name}` });
};
