import { ok } from "pegboard/runtime";
import type { MemoryArchiveStats } from "../../../generated/contracts/memory_archive_stats.ts";
import type { ToolHandler } from "../deps.ts";
import { dateTime } from "../instant.ts";

const maxNamespaces = 50;

export const memoryArchiveStats: ToolHandler<MemoryArchiveStats> = async (_input, deps, call) => {
  const { archived, byReason, namespaces, oldestAt } = await deps.memories(call.session?.agent).archive.totals();
  const value = {
    archived,
    reasons: byReason,
    namespaces: namespaces.slice(0, maxNamespaces),
    more_namespaces: namespaces.length > maxNamespaces,
    oldest_at: oldestAt === undefined ? null : dateTime(oldestAt),
  };
  return ok(value, { where: "all namespaces" });
};
