import { ok } from "pegboard/runtime";
import type { MemoryGet } from "../../../generated/contracts/memory_get.ts";
import type { ToolHandler } from "../deps.ts";
import { foundMemory } from "../find.ts";
import { wireMemory } from "./wire-memory.ts";

export const memoryGet: ToolHandler<MemoryGet> = async (input, deps, call) => {
  const used = await deps.memories.use(input.id);
  const found = foundMemory(used.found, input.id);
  if (!found.ok) return found;
  if (used.unrecorded !== undefined) call.notice(`this use did not lengthen its life: ${used.unrecorded}`);
  return ok(wireMemory(found.thing, deps.now()), { where: `namespace ${found.thing.namespace}` });
};
