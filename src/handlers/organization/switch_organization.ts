import type {
  AdaptSwitchOrganization,
  AdaptSwitchOrganizationResult,
} from "../../../generated/contracts/organization_switch.ts";
import { ramorieOrganization } from "./ramorie-organization.ts";

/** A function, because the old name requires the organisation. */
export const switchOrganization: AdaptSwitchOrganization = ({ orgId: organization }) => ({ organization });

export const switchOrganizationResult: AdaptSwitchOrganizationResult = ({ organization }) => {
  if (organization === null) throw new Error("invariant: the old name has to name an organisation");
  return ramorieOrganization(organization);
};
