import type { Catalog, Profile, Tool } from "../catalog/catalog.ts";
import { currentTools } from "../catalog/versions.ts";
import { type WireTool, wireAlias, wireTool } from "./wire-tool.ts";

/**
 * What `tools/list` answers with for a profile: family, tier, name. A profile with `list_as` shows the old names of that
 * system instead of ours, ordered the same way by the names it shows.
 */
export function profileListing(profile: Profile, catalog: Catalog): readonly WireTool[] {
  const detail = profile.detail ?? "compact";
  const { listAs } = profile;
  if (listAs === undefined) return profileTools(profile, catalog).map((tool) => wireTool(tool, catalog, detail));
  const listed = [...profileTools(profile, catalog), ...(catalog.builtins ?? [])].flatMap((tool) =>
    tool.aliases.filter((alias) => alias.of === listAs).map((alias) => ({ alias, tool })),
  );
  const rank = (tool: Tool): number => {
    // Built-in tools belong to no family of the catalog and come last.
    if (catalog.builtins?.includes(tool) === true) return Number.POSITIVE_INFINITY;
    const family = catalog.families.findIndex(({ name }) => name === tool.family);
    return family * catalog.tiers.length + catalog.tiers.findIndex((tier) => tier.name === tool.tier);
  };
  return listed
    .sort((a, b) => compareRanks(rank(a.tool), rank(b.tool)) || (a.alias.name < b.alias.name ? -1 : 1))
    .map(({ alias, tool }) => wireAlias(alias, tool, catalog, detail));
}

function compareRanks(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/** A `list_as` profile that selects nothing by itself shows the old names of every tool. */
function profileTools(profile: Profile, catalog: Catalog): readonly Tool[] {
  const { tiers, families, also } = profile.selects;
  const selectsNothing = tiers === undefined && families === undefined && also === undefined;
  if (profile.listAs !== undefined && selectsNothing) return currentTools(catalog);
  const names = new Set(profile.tools);
  return currentTools(catalog).filter((tool) => names.has(tool.name));
}
