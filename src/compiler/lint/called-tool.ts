import { isBuiltinName } from "../../contract/builtin-tools.ts";
import { readBuiltinTools } from "../builtins/builtin-tools.ts";
import type { Catalog, Tool, ToolAlias } from "../catalog/catalog.ts";
import { currentTool } from "../catalog/versions.ts";

/** The tool that a call in the catalog refers to. */
export interface CalledTool {
  readonly tool: Tool;
  readonly alias?: ToolAlias;
}

/** The tool with that name or alias, also a built-in one; undefined when there is none. */
export function calledTool(name: string, catalog: Catalog): CalledTool | undefined {
  const own = currentTool(name, catalog);
  if (own !== undefined) return { tool: own };
  // Only for such a name: reading the built-in tools is slow.
  if (isBuiltinName(name)) {
    const tool = readBuiltinTools().find((one) => one.name === name);
    return tool === undefined ? undefined : { tool };
  }
  for (const tool of [...catalog.tools, ...(catalog.builtins ?? [])]) {
    const alias = tool.aliases.find((candidate) => candidate.name === name);
    if (alias !== undefined) return { tool, alias };
  }
  return undefined;
}
