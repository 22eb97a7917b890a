import { pointer } from "../../catalog/origins.ts";
import { summaryTokens } from "../../clients/client-limits.ts";
import { finding, findingIn, type LintRule, rule } from "../rule.ts";
import { textRisksIn } from "../text-risks.ts";

/** Summaries are short, and params have descriptions. */
export const textRules: readonly LintRule[] = [
  rule("tool", ({ tool, at }, _, { countTokens }) => {
    // Counted where a counter was passed in; else estimated, so that no tokenizer is needed.
    const count = countTokens?.(tool.summary, "cl100k_base") ?? wordsAndSigns(tool.summary);
    if (count <= summaryTokens) return [];
    const unit = countTokens === undefined ? "words and signs" : "tokens";
    const help = "move the rest to 'description'";
    return [finding("summary-too-long", { count, unit, limit: summaryTokens }, pointer(at, "summary"), { help })];
  }),
  rule("tool", ({ tool, at }) =>
    /(?<!\b(?:e\.g|i\.e|etc|vs))[.!?]\s+\p{Lu}/u.test(tool.summary)
      ? [finding("summary-many-sentences", {}, pointer(at, "summary"), { help: "move the rest to 'description'" })]
      : [],
  ),
  rule("field", ({ field, at, role }) =>
    role === "param" && field.description === undefined
      ? [finding("param-undescribed", { name: field.name }, at, { help: "add 'description'" })]
      : [],
  ),
];

/** Words and punctuation: a lower bound of the tokens of any tokenizer for plain English. */
function wordsAndSigns(text: string): number {
  return text.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}\s]/gu)?.length ?? 0;
}

/** Hidden characters, orders to the model, secrets and internal hosts in texts of the catalog. */
export const textRiskRules: readonly LintRule[] = [
  rule("text", ({ text, at }) =>
    textRisksIn(text).map(({ code, params, part, help }) => findingIn(code, params, at, part, { help })),
  ),
];
