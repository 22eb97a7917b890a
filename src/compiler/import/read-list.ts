import { distinctTools, findTools, type ListedTool, maxTools } from "../schema/tools-list.ts";
import type { Loss } from "./loss.ts";

export interface ReadList {
  readonly tools: readonly ListedTool[];
  readonly lost: readonly Loss[];
}

/** @returns undefined when the value is not a list of tools */
export function readList(list: unknown): ReadList | undefined {
  const found = findTools(list);
  if (found === undefined) return undefined;
  const tools = distinctTools(found);
  const kept = new Set<object>(tools);
  const lost = found.entries.slice(0, maxTools).flatMap((entry): readonly Loss[] => {
    if (kept.has(entry)) return [];
    const { pointer } = entry;
    const { tool, keyword, why } =
      "raw" in entry
        ? { tool: entry.name, keyword: "name", why: "an earlier tool has the same name" }
        : { tool: "", keyword: entry.keyword, why: entry.problem };
    return [{ tool, pointer, keyword, effect: "left-out", why, instead: "nothing" }];
  });
  if (found.entries.length > maxTools) {
    const why = `only the first ${maxTools} of ${found.entries.length} tools are read`;
    lost.push({ tool: "", pointer: found.pointer, keyword: "tools", effect: "left-out", why, instead: "nothing" });
  }
  return { tools, lost };
}
