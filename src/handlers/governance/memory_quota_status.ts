import { ok } from "pegboard/runtime";
import type { MemoryQuotaStatus } from "../../../generated/contracts/memory_quota_status.ts";
import type { ToolHandler } from "../deps.ts";
import { invalidNamespace, whereOf } from "../memory/invalid-namespace.ts";

const limit = 200;

export const memoryQuotaStatus: ToolHandler<MemoryQuotaStatus> = async (input, deps, call) => {
  const { agent_id: agentId, namespace } = input;
  const invalid = invalidNamespace(namespace);
  if (invalid !== undefined) return invalid;
  const { usage, more } = await deps.memories(call.session?.agent).usage({ agentId, namespace, limit });
  const quotas = usage.map((one) => ({
    agent_id: one.agentId,
    namespace: one.namespace,
    memories: one.memories,
    memories_today: one.memoriesToday,
    content_bytes: one.contentBytes,
    links_today: one.linksToday,
  }));
  return ok({ quotas, count: quotas.length, more, unlimited: true, limits: null }, { where: whereOf(namespace) });
};
