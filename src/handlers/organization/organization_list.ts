import { ok } from "pegboard/runtime";
import type { OrganizationList } from "../../../generated/contracts/organization_list.ts";
import type { ToolHandler } from "../deps.ts";
import { wireOrganization } from "./wire-organization.ts";

export const organizationList: ToolHandler<OrganizationList> = async (_input, { organizations }, call) => {
  const items = (await organizations.list()).map((one) => wireOrganization(one, call.session?.scope));
  return ok({ items, count: items.length }, { where: "all organisations" });
};
