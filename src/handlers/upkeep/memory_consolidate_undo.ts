import { ok } from "pegboard/runtime";
import type { MemoryConsolidateUndo } from "../../../generated/contracts/memory_consolidate_undo.ts";
import { errors } from "../../../generated/errors.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { findMemory } from "../find.ts";
import { namedMemory } from "../memory/wire-memory.ts";

const problems = {
  not_consolidated: "it was not made of other memories",
  undone_before: "it was taken back before",
} as const;

export const memoryConsolidateUndo: ToolHandler<MemoryConsolidateUndo> = async (input, deps, call) => {
  const { agent } = call.session;
  const found = await findMemory(deps.memories(agent), input.id);
  if (!found.ok) return found;
  const { id, namespace } = found.thing;
  const outcome = await deps.upkeep(agent).undoConsolidation(id, writerOf(call.session), { signal: call.signal });
  switch (outcome.status) {
    case "not_found":
      return errors.memoryNotFound({ memory: input.id });
    case "archived":
      return errors.memoryArchived({ memory: id, title: outcome.memory.title });
    case "not_consolidated":
    case "undone_before":
      return errors.evolutionNotFound({ evolution: id, problem: problems[outcome.status] });
  }
  const value = { id, restored: outcome.restored.map(namedMemory), left: outcome.left };
  return ok(value, { where: `namespace ${namespace}` });
};
