import type { DiffRule } from "../../src/compiler/diff/rule.ts";
import { defaultRules } from "../../src/compiler/diff/rules/defaults.ts";
import { fieldFactRules } from "../../src/compiler/diff/rules/field-facts.ts";
import { paramRules } from "../../src/compiler/diff/rules/params.ts";
import { referenceRules } from "../../src/compiler/diff/rules/references.ts";
import { resultFieldRules } from "../../src/compiler/diff/rules/result-fields.ts";
import { rootRules } from "../../src/compiler/diff/rules/roots.ts";
import { typeRules } from "../../src/compiler/diff/rules/types.ts";
import { valueRules as facetRules } from "../../src/compiler/diff/rules/values.ts";

/** Rules about what calls and results hold. Each explains itself with a change that can be compiled, and has a partner. */
export const valueRules: readonly DiffRule[] = [
  paramRules,
  defaultRules,
  fieldFactRules,
  rootRules,
  facetRules,
  typeRules,
  referenceRules,
  resultFieldRules,
].flat();
