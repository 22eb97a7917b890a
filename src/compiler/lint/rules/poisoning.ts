import { poisonIn } from "../poison.ts";
import { findingIn, type LintRule } from "../rule.ts";

/** What hides in texts of ours, orders models about, or gives away too much. */
export const poisoningRules: readonly LintRule[] = [
  {
    on: "text",
    about: "value",
    check: ({ text, at }) =>
      poisonIn(text).map(({ code, params, part, help }) => findingIn(code, params, at, part, { help })),
  },
];
