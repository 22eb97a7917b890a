import { pointer } from "../../catalog/origins.ts";
import { finding, type LintRule, rule } from "../rule.ts";

/** What a model can do about an error. */
export const errorTextRules: readonly LintRule[] = [
  rule("error", ({ error, at }) => {
    if (error.retry === "never" || error.hint !== undefined) return [];
    const help = "add 'hint': what to change, or which tool shows the right value";
    return [finding("error-contract", { name: error.name, retry: error.retry }, pointer(at, "message"), { help })];
  }),
];
