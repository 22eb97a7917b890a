import { ok } from "pegboard/runtime";
import type { MemoryGet } from "../../../generated/contracts/memory_get.ts";
import type { ToolHandler } from "../deps.ts";
import { findMemory } from "../find.ts";
import { wireMemory } from "./wire-memory.ts";

export const memoryGet: ToolHandler<MemoryGet> = async (input, deps, call) => {
  const found = await findMemory(deps.memories(call.session?.agent), input.id);
  if (!found.ok) return found;
  return ok(wireMemory(found.thing, deps.now()), { where: `namespace ${found.thing.namespace}` });
};
