import { lintListedAlias, lintPublished } from "../published/lint-published.ts";
import type { LintRule } from "../rule.ts";

/** The published form of tools and aliases is checked as clients receive it. */
export const publishedRules: readonly LintRule[] = [
  { on: "tool", about: "value", check: ({ tool, at }, catalog) => lintPublished(tool, at, catalog) },
  { on: "alias", about: "value", check: ({ alias, tool, at }, catalog) => lintListedAlias(alias, tool, at, catalog) },
];
