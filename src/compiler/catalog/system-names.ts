import type { Tool, ToolAlias } from "./catalog.ts";

/** A name by which another system knows a tool: one of its aliases, or without `alias` the tool's own. */
export interface SystemName {
  readonly tool: Tool;
  readonly alias?: ToolAlias;
}

/** The names of a tool that belong to a system, each once. A tool may have several: its own and some aliases. */
export function systemNames(tool: Tool, system: string): readonly SystemName[] {
  const aliases = tool.aliases.filter((alias) => alias.of === system).map((alias) => ({ tool, alias }));
  return isNativeTo(tool, system) ? [{ tool }, ...aliases] : aliases;
}

export function isNativeTo({ nativeTo }: Pick<Tool, "nativeTo">, system: string): boolean {
  return nativeTo?.includes(system) === true;
}
