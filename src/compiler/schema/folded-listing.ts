import type { Catalog, Detail, Field, Tool } from "../catalog/catalog.ts";
import { withoutProperties } from "./projections.ts";
import { type WireTool, wireTool } from "./wire-tool.ts";

/**
 * Why the surface `folded` shows a param: without the first four some calls are refused, the fifth is its author's choice.
 * `action`: it chooses the action of a multi-action tool; `action requires`: one of the actions needs it.
 */
export type ShownBecause = "required" | "action" | "action requires" | "confirm" | "often";

/** undefined: it is folded away. */
export function shownBecause({ actions, confirm }: Tool, param: Field): ShownBecause | undefined {
  const { name } = param;
  if (param.required) return "required";
  if (actions?.by === name) return "action";
  if (actions?.cases.some(({ requires }) => requires.includes(name)) === true) return "action requires";
  if (confirm !== undefined && name === "confirm") return "confirm";
  return param.often === true ? "often" : undefined;
}

/**
 * A tool as the surface `folded` lists it: params that no call has to carry and that are not marked `often: true` are folded
 * away. The schema stays open, so that a caller who knows such a param may send it, and the description ends with how many more
 * there are.
 */
export function foldedTool(tool: Tool, catalog: Catalog, detail: Detail): WireTool {
  const shown = tool.params.filter((param) => shownBecause(tool, param) !== undefined);
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
