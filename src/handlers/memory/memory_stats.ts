import { ok } from "pegboard/runtime";
import type { MemoryStats } from "../../../generated/contracts/memory_stats.ts";
import type { ToolHandler } from "../deps.ts";

const maxNamespaces = 50;

export const memoryStats: ToolHandler<MemoryStats> = async (_input, deps) => {
  const { total, tiers, namespaces, endingSoon, contentBytes, archived } = await deps.memories.totals();
  const places = namespaces.slice(0, maxNamespaces);
  const value = { total, tiers, namespaces: places, ending_soon: endingSoon, content_bytes: contentBytes, archived };
  return ok(value, { where: "all namespaces" });
};
