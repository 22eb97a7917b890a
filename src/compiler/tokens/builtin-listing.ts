import { readBuiltinCatalog } from "../builtins/builtin-tools.ts";
import type { Detail } from "../catalog/catalog.ts";
import { foldedTool } from "../schema/folded-listing.ts";
import { type WireTool, wireTool } from "../schema/wire-tool.ts";
import type { ListedSurface } from "./surface-listing.ts";

/** What finds tools and tells of them, beside the tools themselves. */
export const guideTools = ["tool_search", "tool_describe"] as const;

/** What finds tools, tells of them, and calls them: one door for each risk, so that the doors' hints stay true. */
export const metaTools = [...guideTools, "tool_families", "call_read", "call_write", "call_destructive"] as const;

/** Built-in tools as `tools/list` shows them: the same bytes beside every catalog. */
export function builtinListing(
  names: readonly string[],
  detail: Detail,
  surface: ListedSurface = "direct",
): readonly WireTool[] {
  const catalog = readBuiltinCatalog();
  return names.map((name) => {
    const tool = catalog.tools.find((candidate) => candidate.name === name);
    if (tool === undefined) throw new Error(`invariant: there is a built-in tool ${name}`);
    return surface === "folded" ? foldedTool(tool, catalog, detail) : wireTool(tool, catalog, detail);
  });
}
