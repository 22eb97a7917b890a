import type { Catalog, Profile, Tool } from "../catalog/catalog.ts";
import { systemNames } from "../catalog/system-names.ts";
import { currentTool, currentTools } from "../catalog/versions.ts";
import { wireTools } from "./listed-tools.ts";
import { systemTool } from "./system-listing.ts";
import { plainTool, type WireTool } from "./wire-tool.ts";

/**
 * What `tools/list` answers with for a profile: family, tier, name. A profile with `list_as` shows the names of that
 * system instead of ours, ordered the same way by the names it shows.
 */
export function profileListing(profile: Profile, catalog: Catalog): readonly WireTool[] {
  const detail = profile.detail ?? "compact";
  const { listAs, texts } = profile;
  const isPlain = texts === "plain";
  if (listAs === undefined) {
    const tools = profileTools(profile, catalog);
    return isPlain ? tools.map((tool) => plainTool({ tool }, catalog)) : tools.map(wireTools[detail](catalog));
  }
  const listed = [...profileTools(profile, catalog), ...(catalog.builtins ?? [])]
    .flatMap((tool) => systemNames(tool, listAs))
    .map((known) => ({
      tool: known.tool,
      wire: isPlain ? plainTool(known, catalog) : systemTool(known, listAs, catalog, detail),
    }));
  const rank = (tool: Tool): number => {
    // Built-in tools belong to no family of the catalog and come last.
    if (catalog.builtins?.includes(tool) === true) return Number.POSITIVE_INFINITY;
    const family = catalog.families.findIndex(({ name }) => name === tool.family);
    return family * catalog.tiers.length + catalog.tiers.findIndex((tier) => tier.name === tool.tier);
  };
  return listed
    .sort((a, b) => compareRanks(rank(a.tool), rank(b.tool)) || (a.wire.name < b.wire.name ? -1 : 1))
    .map(({ wire }) => wire);
}

function compareRanks(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/** A `list_as` profile that selects nothing by itself shows that system's names of every tool. */
function profileTools(profile: Profile, catalog: Catalog): readonly Tool[] {
  const { tiers, families, also } = profile.selects;
  const selectsNothing = tiers === undefined && families === undefined && also === undefined;
  if (profile.listAs !== undefined && selectsNothing) return currentTools(catalog);
  return profile.tools.flatMap((name) => currentTool(name, catalog) ?? []);
}
