import type { AdaptSwitchOrganizationResult } from "../../../generated/contracts/organization_switch.ts";
import { ramorieOrganization } from "./ramorie-organization.ts";

export const switchOrganizationResult: AdaptSwitchOrganizationResult = ({ organization }) => {
  if (organization === null) throw new Error("invariant: the old name has to name an organisation");
  return ramorieOrganization(organization);
};
