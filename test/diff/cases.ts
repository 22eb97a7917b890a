import { aliasCases, aliasSilentCases } from "./cases/aliases.ts";
import type { Pair } from "./cases/build.ts";
import { catalogCases, catalogSilentCases } from "./cases/catalog.ts";
import { lifecycleCases, lifecycleSilentCases } from "./cases/lifecycle.ts";
import { offerCases, offerSilentCases } from "./cases/offers.ts";
import { introducedPolicyCases, policyCases, policySilentCases } from "./cases/policy.ts";
import { scopeCases, scopeSilentCases } from "./cases/scopes.ts";
import { sourceCases, sourceSilentCases } from "./cases/source.ts";
import { introducedTextCases, textCases, textSilentCases } from "./cases/texts.ts";
import { toolNameCases, toolNameSilentCases } from "./cases/tool-names.ts";
import { toolsCases } from "./cases/tools.ts";
import { valuesCases, valuesSilentCases } from "./cases/values.ts";

export { catalogOf, field, type Pair } from "./cases/build.ts";

/**
 * For every rule two catalogs that make it speak. Turned round, the same two must leave it silent, unless it is its own
 * mirror: those have a pair in `silentCases` about which they have nothing to say though it is near.
 */
export const cases: { readonly [rule: string]: Pair } = {
  ...toolNameCases,
  ...toolsCases,
  ...aliasCases,
  ...lifecycleCases,
  ...valuesCases,
  ...catalogCases,
  ...offerCases,
  ...scopeCases,
  ...policyCases,
  ...textCases,
  ...sourceCases,
  ...(introducedTextCases["invalid-argument"] === undefined
    ? {}
    : { "error-introduced": introducedTextCases["invalid-argument"] }),
  ...(introducedTextCases["description-overlap"] === undefined
    ? {}
    : { "warning-introduced": introducedTextCases["description-overlap"] }),
};

/** By the code of a finding of the linter two catalogs of which the head has it and the base has not. */
export const introducedCases: { readonly [code: string]: Pair } = { ...introducedPolicyCases, ...introducedTextCases };

export const silentCases: { readonly [rule: string]: Pair } = {
  ...toolNameSilentCases,
  ...aliasSilentCases,
  ...lifecycleSilentCases,
  ...catalogSilentCases,
  ...offerSilentCases,
  ...scopeSilentCases,
  ...valuesSilentCases,
  ...policySilentCases,
  ...textSilentCases,
  ...sourceSilentCases,
};
