import { ok } from "pegboard/runtime";
import type { MemoryGc } from "../../../generated/contracts/memory_gc.ts";
import type { ToolHandler } from "../deps.ts";
import { namedMemory } from "./wire-memory.ts";

const maxShown = 100;

export const memoryGc: ToolHandler<MemoryGc> = async (input, deps, call) => {
  const collected = await deps.memories.archive.collect(input.dry_run, { signal: call.signal });
  const memories = collected.slice(0, maxShown).map(namedMemory);
  return ok({ collected: collected.length, dry_run: input.dry_run, memories }, { where: "all namespaces" });
};
