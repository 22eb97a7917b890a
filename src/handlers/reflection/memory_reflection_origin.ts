import { ok } from "pegboard/runtime";
import type { MemoryReflectionOrigin } from "../../../generated/contracts/memory_reflection_origin.ts";
import type { ToolHandler } from "../deps.ts";
import { findMemory } from "../find.ts";
import { dateTime } from "../instant.ts";
import { hasEnded, namedMemory } from "../memory/wire-memory.ts";

export const memoryReflectionOrigin: ToolHandler<MemoryReflectionOrigin> = async (input, deps, call) => {
  const agent = call.session?.agent;
  const found = await findMemory(deps.memories(agent), input.memory_id);
  if (!found.ok) return found;
  const { id, agentId, createdAt, namespace } = found.thing;
  const { isReflection, depth, sources } = await deps.graph(agent).reflectionOf(found.thing);
  const now = deps.now();
  const value = {
    memory_id: id,
    is_reflection: isReflection,
    agent_id: agentId,
    created_at: dateTime(createdAt),
    original_depth: depth,
    local_depth_at_arrival: depth,
    sources: sources.map((source) => ({ ...namedMemory(source), archived: hasEnded(source, now) })),
    peer_origin: null,
    signing_agent: null,
  };
  return ok(value, { where: `namespace ${namespace}` });
};
