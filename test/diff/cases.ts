import type { Pair } from "./cases/build.ts";
import { catalogCases } from "./cases/catalog.ts";
import { lifecycleCases } from "./cases/lifecycle.ts";
import { toolsCases } from "./cases/tools.ts";
import { valuesCases } from "./cases/values.ts";

export { catalogOf, field, type Pair } from "./cases/build.ts";

/**
 * For every rule two catalogs that make it speak. Turned round, the same two must leave it silent, unless it is its own
 * mirror: those have a pair in `silentCases` about which they have nothing to say though it is near.
 */
export const cases: { readonly [rule: string]: Pair } = {
  ...toolsCases,
  ...lifecycleCases,
  ...valuesCases,
  ...catalogCases,
};

export const silentCases: { readonly [rule: string]: Pair } = {};
