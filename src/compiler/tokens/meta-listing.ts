import { readBuiltinTools } from "../builtins/builtin-tools.ts";
import type { Catalog, Detail } from "../catalog/catalog.ts";
import { type WireTool, wireTool } from "../schema/wire-tool.ts";

/** What finds tools, what tells of them, what calls them: one door for each risk, so that the doors' hints stay true. */
const handful = ["tool_search", "tool_describe", "tool_families", "call_read", "call_write", "call_destructive"];

/** The tools of `tools/list` on the surface `meta`: the same few for every profile and any size of catalog. */
export function metaListing(catalog: Catalog, detail: Detail): readonly WireTool[] {
  const tools = readBuiltinTools();
  return handful.map((name) => {
    const tool = tools.find((candidate) => candidate.name === name);
    if (tool === undefined) throw new Error(`invariant: there is a built-in tool ${name}`);
    return wireTool(tool, catalog, detail);
  });
}
