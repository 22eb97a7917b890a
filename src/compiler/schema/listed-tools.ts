import type { Catalog, Detail, Tool, ToolAlias } from "../catalog/catalog.ts";
import { oncePerTool } from "../catalog/once-per-tool.ts";
import { foldedTool } from "./folded-listing.ts";
import { type WireTool, wireAlias, wireTool } from "./wire-tool.ts";

// Tools as lists show them, in each detail: several lists and files show the same.

export const wireTools = {
  compact: oncePerTool((tool, catalog) => wireTool(tool, catalog, "compact")),
  full: oncePerTool((tool, catalog) => wireTool(tool, catalog, "full")),
  verbose: oncePerTool((tool, catalog) => wireTool(tool, catalog, "verbose")),
};

export const foldedTools = {
  compact: oncePerTool((tool, catalog) => foldedTool(tool, catalog, "compact", wireTools.compact(catalog)(tool))),
  full: oncePerTool((tool, catalog) => foldedTool(tool, catalog, "full", wireTools.full(catalog)(tool))),
  verbose: oncePerTool((tool, catalog) => foldedTool(tool, catalog, "verbose", wireTools.verbose(catalog)(tool))),
};

/** Tools under each of their old names. The longest list is made for one system (`system-listing.ts`). */
export const aliasTools = {
  compact: oncePerTool((tool, catalog) => underAliases(tool, catalog, "compact")),
  full: oncePerTool((tool, catalog) => underAliases(tool, catalog, "full")),
};

function underAliases(tool: Tool, catalog: Catalog, detail: Detail): ReadonlyMap<ToolAlias, WireTool> {
  return new Map(tool.aliases.map((alias) => [alias, wireAlias(alias, tool, catalog, detail)]));
}
