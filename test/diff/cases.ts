import { aliasCases, aliasSilentCases } from "./cases/aliases.ts";
import type { Pair } from "./cases/build.ts";
import { catalogCases, catalogSilentCases } from "./cases/catalog.ts";
import { lifecycleCases, lifecycleSilentCases } from "./cases/lifecycle.ts";
import { policyCases, policySilentCases } from "./cases/policy.ts";
import { sourceCases, sourceSilentCases } from "./cases/source.ts";
import { textCases, textSilentCases } from "./cases/texts.ts";
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
  ...policyCases,
  ...textCases,
  ...sourceCases,
};

export const silentCases: { readonly [rule: string]: Pair } = {
  ...toolNameSilentCases,
  ...aliasSilentCases,
  ...lifecycleSilentCases,
  ...catalogSilentCases,
  ...valuesSilentCases,
  ...policySilentCases,
  ...textSilentCases,
  ...sourceSilentCases,
};
