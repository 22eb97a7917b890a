import type { Catalog, Detail, Profile, Tool, ToolAlias } from "../catalog/catalog.ts";
import { systemNames } from "../catalog/system-names.ts";
import { currentTools } from "../catalog/versions.ts";
import { aliasTools, wireTools } from "./listed-tools.ts";
import type { WireTool } from "./wire-tool.ts";

/**
 * What `tools/list` answers with for a profile: family, tier, name. A profile with `list_as` shows the names of that
 * system instead of ours, ordered the same way by the names it shows.
 */
export function profileListing(profile: Profile, catalog: Catalog): readonly WireTool[] {
  const detail = profile.detail ?? "compact";
  const { listAs } = profile;
  if (listAs === undefined) return profileTools(profile, catalog).map(wireTools[detail](catalog));
  const listed = [...profileTools(profile, catalog), ...(catalog.builtins ?? [])]
    .flatMap((tool) => systemNames(tool, listAs))
    .map(({ tool, alias }) => ({ tool, wire: named(tool, alias, catalog, detail) }));
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

function named(tool: Tool, alias: ToolAlias | undefined, catalog: Catalog, detail: Detail): WireTool {
  const old = alias === undefined ? undefined : aliasTools[detail](catalog)(tool).get(alias);
  return old ?? wireTools[detail](catalog)(tool);
}

function compareRanks(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/** A `list_as` profile that selects nothing by itself shows that system's names of every tool. */
function profileTools(profile: Profile, catalog: Catalog): readonly Tool[] {
  const { tiers, families, also } = profile.selects;
  const selectsNothing = tiers === undefined && families === undefined && also === undefined;
  if (profile.listAs !== undefined && selectsNothing) return currentTools(catalog);
  const names = new Set(profile.tools);
  return currentTools(catalog).filter((tool) => names.has(tool.name));
}
