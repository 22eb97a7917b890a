import { ok } from "pegboard/runtime";
import type { MemoryDependentsOfInvalidated } from "../../../generated/contracts/memory_dependents_of_invalidated.ts";
import type { ToolHandler } from "../deps.ts";
import { findMemory } from "../find.ts";
import { namedMemory } from "../memory/wire-memory.ts";

export const memoryDependentsOfInvalidated: ToolHandler<MemoryDependentsOfInvalidated> = async (input, deps, call) => {
  const agent = call.session?.agent;
  const found = await findMemory(deps.memories(agent), input.memory_id);
  if (!found.ok) return found;
  const { id, namespace } = found.thing;
  const { isInvalidated, dependents, more } = await deps.graph(agent).dependentsOf(found.thing);
  const shown = dependents.map(({ memory, distance }) => ({ ...namedMemory(memory), distance }));
  const value = { memory_id: id, invalidated: isInvalidated, count: shown.length, dependents: shown, more };
  return ok(value, { where: `namespace ${namespace}` });
};
