import type { AdaptListOrganizationsResult } from "../../../generated/contracts/organization_list.ts";
import { ramorieOrganization } from "./ramorie-organization.ts";

export const listOrganizationsResult: AdaptListOrganizationsResult = ({ items, count, _context }) => ({
  items: items.map(ramorieOrganization),
  count,
  _context,
});
