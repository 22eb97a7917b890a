import { isBuiltinName } from "../../../contract/builtin-tools.ts";
import type { Catalog, Profile } from "../../catalog/catalog.ts";
import { pointer } from "../../catalog/origins.ts";
import { currentTools } from "../../catalog/versions.ts";
import { tooManyTools } from "../../clients/client-limits.ts";
import type { WireTool } from "../../schema/wire-tool.ts";
import { type CountTokens, listingTokens, type ToolCost, toolCosts } from "../../tokens/listing-cost.ts";
import { listedCount, listedSurface, surfaceListing } from "../../tokens/surface-listing.ts";
import { type Finding, finding, type LintRule, rule, ruleAcross } from "../rule.ts";

/** Tokens of a profile's list. Counted exactly in cl100k; without a counter there is no check. */
export const budgetRules: readonly LintRule[] = [
  ruleAcross("profile", ({ profile, at }, catalog, { countTokens }) =>
    countTokens === undefined ? [] : overBudget(profile, at, catalog, countTokens),
  ),
];

function overBudget(profile: Profile, at: string, catalog: Catalog, countTokens: CountTokens): readonly Finding[] {
  const { name, tokenBudget, tokenBudgetPerTool } = profile;
  if (tokenBudget === undefined && tokenBudgetPerTool === undefined) return [];
  const tools = surfaceListing(profile, catalog);
  return [
    ...(tokenBudget === undefined ? [] : wholeList(name, tokenBudget, tools, pointer(at, "tokenBudget"), countTokens)),
    ...(tokenBudgetPerTool === undefined
      ? []
      : eachTool(name, tokenBudgetPerTool, ownCosts(tools, countTokens), pointer(at, "tokenBudgetPerTool"))),
  ];
}

function wholeList(
  profile: string,
  budget: number,
  tools: readonly WireTool[],
  at: string,
  countTokens: CountTokens,
): readonly Finding[] {
  const tokens = listingTokens(tools, countTokens);
  if (tokens <= budget) return [];
  const help = `${tokens - budget} too many; the largest are ${largest(toolCosts(tools, countTokens))}`;
  return [finding("profile-token-budget", { profile, tokens, budget }, at, { help })];
}

/** Without the built-in tools: the author can't make them smaller. */
function ownCosts(tools: readonly WireTool[], countTokens: CountTokens): readonly ToolCost[] {
  return toolCosts(tools, countTokens).filter(({ name }) => !isBuiltinName(name));
}

function eachTool(profile: string, budget: number, costs: readonly ToolCost[], at: string): readonly Finding[] {
  const over = costs.filter((tool) => tool.tokens > budget);
  const count = over.length;
  if (count === 0) return [];
  const help = count > 3 ? `the largest are ${largest(over)}` : largest(over);
  return [finding("tool-token-budget", { profile, count, budget }, at, { help })];
}

function largest(tools: readonly ToolCost[]): string {
  return tools
    .slice(0, 3)
    .map(({ name, tokens }) => `'${name}' (${tokens})`)
    .join(", ");
}

/** The list of one client: within its limits, and without old names by default. */
export const profileRules: readonly LintRule[] = [
  ruleAcross("profile", ({ profile, at }, catalog) => {
    const count = listedCount(profile, catalog);
    const excess = tooManyTools(count, catalog.targets);
    if (excess === undefined) return [];
    const { severity, ...params } = excess;
    const help = "select fewer, or write surface: meta";
    return [
      finding("profile-tool-count", { list: `the profile '${profile.name}'`, ...params }, at, { severity, help }),
    ];
  }),
  ruleAcross("profile", ({ profile, at }, catalog) => {
    const { name, tools, builtins, listAs } = profile;
    // Profiles of old names list what calls the rest wherever they list what finds it.
    if (tools.length === 0 || builtins !== undefined || listAs !== undefined) return [];
    const count = currentTools(catalog).filter((tool) => !tools.includes(tool.name)).length;
    if (count === 0 || listedSurface(profile, catalog) === "meta") return [];
    const help = "write builtins: call";
    return [finding("profile-search-unlisted", { profile: name, count }, at, { help })];
  }),
  rule("profile", ({ profile, at }, catalog) => {
    if (profile.listAs === undefined || profile.name !== catalog.defaultProfile) return [];
    const help = "make another profile the default";
    return [finding("alias-listed", { profile: profile.name, system: profile.listAs }, at, { help })];
  }),
];
