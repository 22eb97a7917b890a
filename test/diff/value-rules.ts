import type { DiffRule } from "../../src/compiler/diff/rule.ts";
import { arrayRules } from "../../src/compiler/diff/rules/arrays.ts";
import { compositionRules } from "../../src/compiler/diff/rules/composition.ts";
import { defaultRules } from "../../src/compiler/diff/rules/defaults.ts";
import { enumValueRules } from "../../src/compiler/diff/rules/enum-values.ts";
import { fieldFactRules } from "../../src/compiler/diff/rules/field-facts.ts";
import { limitRules } from "../../src/compiler/diff/rules/limits.ts";
import { normalizationRules } from "../../src/compiler/diff/rules/normalization.ts";
import { objectRules } from "../../src/compiler/diff/rules/objects.ts";
import { opennessRules } from "../../src/compiler/diff/rules/openness.ts";
import { paramRules } from "../../src/compiler/diff/rules/params.ts";
import { referenceRules } from "../../src/compiler/diff/rules/references.ts";
import { resultFieldRules } from "../../src/compiler/diff/rules/result-fields.ts";
import { rootRules } from "../../src/compiler/diff/rules/roots.ts";
import { traitRules } from "../../src/compiler/diff/rules/traits.ts";
import { typeRules } from "../../src/compiler/diff/rules/types.ts";
import { unionRules } from "../../src/compiler/diff/rules/unions.ts";

/** Rules about what calls and results hold. Each explains itself with a change that can be compiled, and has a partner. */
export const valueRules: readonly DiffRule[] = [
  paramRules,
  defaultRules,
  fieldFactRules,
  rootRules,
  opennessRules,
  objectRules,
  typeRules,
  normalizationRules,
  enumValueRules,
  limitRules,
  traitRules,
  arrayRules,
  unionRules,
  compositionRules,
  referenceRules,
  resultFieldRules,
].flat();
