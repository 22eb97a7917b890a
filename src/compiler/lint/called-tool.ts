import { isBuiltinName } from "../../contract/builtin-tools.ts";
import { readBuiltinTools } from "../builtins/builtin-tools.ts";
import type { Catalog, Tool, ToolAlias } from "../catalog/catalog.ts";
import { currentTool } from "../catalog/versions.ts";

/** What a call in a text of the catalog leads to. */
export interface CalledTool {
  readonly tool: Tool;
  readonly alias?: ToolAlias;
}

/** The tool of that name, or of that old name, a built-in one too; undefined when there is none. */
export function calledTool(name: string, catalog: Catalog): CalledTool | undefined {
  const own = currentTool(name, catalog);
  if (own !== undefined) return { tool: own };
  // Only where one is named: reading the built-in tools takes a while.
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
