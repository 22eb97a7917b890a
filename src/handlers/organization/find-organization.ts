import { errors } from "../../../generated/errors.ts";
import type { Organizations } from "../../services/organizations/organizations.ts";
import { foundOr } from "../find.ts";

export async function findOrganization(organizations: Organizations, organization: string) {
  return foundOr(
    await organizations.find(organization),
    () => errors.organizationNotFound({ organization }),
    (candidates) => errors.organizationAmbiguous({ organization, candidates }),
  );
}
