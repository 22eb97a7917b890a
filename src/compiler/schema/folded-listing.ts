import type { Catalog, Detail, Field, Tool } from "../catalog/catalog.ts";
import { withoutProperties } from "./projections.ts";
import { type WireTool, wireDescription, wireMeta, wireTool } from "./wire-tool.ts";

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
 * @param whole as `wireTool` shows it, where that is known
 */
export function foldedTool(
  tool: Tool,
  catalog: Catalog,
  detail: Detail,
  whole: WireTool = wireTool(tool, catalog, detail),
): WireTool {
  const params = tool.params.filter((param) => shownBecause(tool, param) !== undefined);
  const hidden = tool.params.filter((param) => !params.includes(param));
  if (hidden.length === 0) return whole;
  const names = new Set(hidden.map(({ name }) => name));
  const { additionalProperties: _, ...open } = withoutProperties(whole.inputSchema, names);
  const shown = { ...tool, params };
  const description = `${wireDescription(shown, catalog, detail)} ${moreParams(hidden.length)}`;
  const own = { ...whole, description, inputSchema: open };
  return whole._meta === undefined ? own : { ...own, _meta: wireMeta(shown, catalog) };
}

/** Few words: they stand behind every summary of the list. */
function moreParams(count: number): string {
  return `(+${count} ${count === 1 ? "param" : "params"})`;
}
