import { readBuiltinCatalog } from "../builtins/builtin-tools.ts";
import type { Detail } from "../catalog/catalog.ts";
import { foldedTool } from "../schema/folded-listing.ts";
import { type WireTool, wireTool } from "../schema/wire-tool.ts";
import type { ListedSurface } from "./surface-listing.ts";

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
