import { ok } from "pegboard/runtime";
import type { MemoryStats } from "../../../generated/contracts/memory_stats.ts";
import type { ToolHandler } from "../deps.ts";

const maxNamespaces = 50;

export const memoryStats: ToolHandler<MemoryStats> = async (_input, deps, call) => {
  const { total, tiers, namespaces, endingSoon, contentBytes, archived } = await deps
    .memories(call.session?.agent)
    .totals();
  const places = namespaces.slice(0, maxNamespaces);
  const value = {
    total,
    tiers,
    namespaces: places,
    more_namespaces: namespaces.length > places.length,
    ending_soon: endingSoon,
    content_bytes: contentBytes,
    archived,
  };
  return ok(value, { where: "all namespaces" });
};
