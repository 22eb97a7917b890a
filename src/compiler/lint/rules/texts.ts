import { pointer } from "../../catalog/origins.ts";
import { summaryTokens } from "../../clients/client-limits.ts";
import { finding, type LintRule } from "../rule.ts";

/** What a model reads must be short, and must be there. */
export const textRules: readonly LintRule[] = [
  {
    on: "tool",
    about: "value",
    check: ({ tool, at }, _, { countTokens }) => {
      // Counted where somebody can count; else estimated, so that it is found without a tokenizer too.
      const count = countTokens?.(tool.summary, "cl100k_base") ?? wordsAndSigns(tool.summary);
      if (count <= summaryTokens) return [];
      const unit = countTokens === undefined ? "words and signs" : "tokens";
      const help = "say the rest in 'description'";
      return [finding("summary-too-long", { count, unit, limit: summaryTokens }, pointer(at, "summary"), { help })];
    },
  },
  {
    on: "tool",
    about: "value",
    check: ({ tool, at }) =>
      /(?<!\b(?:e\.g|i\.e|etc|vs))[.!?]\s+\p{Lu}/u.test(tool.summary)
        ? [finding("summary-many-sentences", {}, pointer(at, "summary"), { help: "say the rest in 'description'" })]
        : [],
  },
  {
    on: "field",
    about: "value",
    check: ({ field, at, role }) =>
      role === "param" && field.description === undefined
        ? [finding("param-undescribed", { name: field.name }, at, { help: "add 'description'" })]
        : [],
  },
];

/** Words and punctuation signs: a lower bound of the tokens of any tokenizer for plain English. */
function wordsAndSigns(text: string): number {
  return text.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}\s]/gu)?.length ?? 0;
}
