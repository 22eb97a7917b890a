import { findingIn, type LintRule, rule } from "../rule.ts";
import { textRisksIn } from "../text-risks.ts";

/** Hidden characters, orders to the model, secrets and internal hosts in texts of the catalog. */
export const textRiskRules: readonly LintRule[] = [
  rule("text", ({ text, at }) =>
    textRisksIn(text).map(({ code, params, part, help }) => findingIn(code, params, at, part, { help })),
  ),
];
