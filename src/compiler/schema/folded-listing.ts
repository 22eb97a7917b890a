import type { Catalog, Detail, Tool } from "../catalog/catalog.ts";
import { type WireTool, wireTool } from "./wire-tool.ts";

/**
 * A tool as the surface `folded` lists it: optional params that are not marked `often: true` are folded away. The schema
 * stays open, so that a caller who knows such a param may send it, and the description ends with how many more there are.
 */
export function foldedTool(tool: Tool, catalog: Catalog, detail: Detail): WireTool {
  const shown = tool.params.filter((param) => param.required || param.often === true);
  const hidden = tool.params.length - shown.length;
  if (hidden === 0) return wireTool(tool, catalog, detail);
  const wire = wireTool({ ...tool, params: shown }, catalog, detail);
  const { additionalProperties: _, ...open } = wire.inputSchema;
  return { ...wire, description: `${wire.description} ${moreParams(hidden)}`, inputSchema: open };
}

/** Few words: they stand behind every summary of the list. */
function moreParams(count: number): string {
  return `(+${count} ${count === 1 ? "param" : "params"})`;
}
