import { oncePerCatalog } from "../../catalog/lookup.ts";
import { isCurrent } from "../../catalog/versions.ts";
import { finding, type LintRule, ruleAcross } from "../rule.ts";

/** Tools that no token opens, where the catalog says what scopes of tokens allow. */
export const scopeRules: readonly LintRule[] = [
  ruleAcross("tool", ({ tool, at }, catalog) => {
    if (catalog.auth === undefined || !isCurrent(tool) || openedTools(catalog).has(tool.name)) return [];
    const help = "name it, its family or its tier in a scope under 'auth' of catalog.yaml";
    return [finding("scope-missing", { tool: tool.name }, at, { help })];
  }),
];

const openedTools = oncePerCatalog(
  ({ auth }): ReadonlySet<string> => new Set((auth?.scopes ?? []).flatMap(({ tools }) => tools)),
);
