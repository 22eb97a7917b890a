import { expect } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import type { Cases } from "./case.ts";

/** Those of a param that names an organisation; `given` is whatever else the tool requires. */
export function organizationErrors(given: JsonObject): Cases[string] {
  return {
    ORGANIZATION_NOT_FOUND: { ...missing.ORGANIZATION_NOT_FOUND, with: { ...given, organization: "Nowhere" } },
    ORGANIZATION_AMBIGUOUS: { ...ambiguous.ORGANIZATION_AMBIGUOUS, with: { ...given, organization: "$organizations" } },
  };
}

const missing = { ORGANIZATION_NOT_FOUND: { with: { organization: "Nowhere" }, data: { organization: "Nowhere" } } };
const ambiguous = {
  ORGANIZATION_AMBIGUOUS: {
    with: { organization: "$organizations" },
    data: {
      organization: "$organizations",
      candidates: expect.arrayContaining([expect.stringMatching(/ \([0-9a-f-]{36}\)$/)]),
    },
  },
};
const add = { action: "add_member", member: "ben" };

/** `$organizations` is the beginning of several ids; the user owns Acme alone. */
export const organizationCases: Cases = {
  organization_switch: { ...missing, ...ambiguous },
  organization_manage: {
    ...organizationErrors(add),
    ORGANIZATION_EXISTS: { with: { action: "create", name: "ACME" }, data: { name: "ACME" } },
    ORGANIZATION_REFUSED: {
      with: { action: "add_member", organization: "Acme", member: "ann", role: "admin" },
      data: { name: "Acme", problem: "its last owner stays" },
    },
    CONTROL_CHARACTER: {
      with: { action: "create", name: "one\u0007line" },
      data: { param: "name", character: "U+0007" },
    },
  },
};
