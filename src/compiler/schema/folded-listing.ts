import type { Catalog, Detail, Tool } from "../catalog/catalog.ts";
import { withoutProperties } from "./projections.ts";
import { type WireTool, wireTool } from "./wire-tool.ts";

/**
 * A tool as the surface `folded` lists it: optional params that are not marked `often: true` are folded away. The schema
 * stays open, so that a caller who knows such a param may send it, and the description ends with how many more there are.
 */
export function foldedTool(tool: Tool, catalog: Catalog, detail: Detail): WireTool {
  const shown = tool.params.filter((param) => param.required || param.often === true);
  const hidden = tool.params.filter((param) => !shown.includes(param));
  if (hidden.length === 0) return wireTool(tool, catalog, detail);
  const whole = wireTool(tool, catalog, detail).inputSchema;
  const { additionalProperties: _, ...open } = withoutProperties(whole, new Set(hidden.map(({ name }) => name)));
  const wire = wireTool({ ...tool, params: shown }, catalog, detail);
  return { ...wire, description: `${wire.description} ${moreParams(hidden.length)}`, inputSchema: open };
}

/** Few words: they stand behind every summary of the list. */
function moreParams(count: number): string {
  return `(+${count} ${count === 1 ? "param" : "params"})`;
}
