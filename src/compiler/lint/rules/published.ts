import { lintListedAlias, lintPublished } from "../published/lint-published.ts";
import { type LintRule, rule } from "../rule.ts";

/** The published form of tools and aliases is checked as clients receive it. */
export const publishedRules: readonly LintRule[] = [
  rule("tool", ({ tool, at }, catalog) => lintPublished(tool, at, catalog)),
  rule("alias", ({ alias, tool, at }, catalog) => lintListedAlias(alias, tool, at, catalog)),
];
