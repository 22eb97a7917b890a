import { ok } from "pegboard/runtime";
import type { MemoryAtomise } from "../../../generated/contracts/memory_atomise.ts";
import { errors } from "../../../generated/errors.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { findMemory } from "../find.ts";
import { dateTime } from "../instant.ts";

export const memoryAtomise: ToolHandler<MemoryAtomise> = async (input, deps, call) => {
  const { max_atom_tokens: maxTokens, force_re_atomise: force } = input;
  const { agent } = call.session;
  const found = await findMemory(deps.memories(agent), input.memory_id);
  if (!found.ok) return found;
  const { id, title, namespace } = found.thing;
  const request = { id, maxTokens, force, writer: writerOf(call.session) };
  const outcome = await deps.upkeep(agent).atomise(request, { signal: call.signal });
  switch (outcome.status) {
    case "not_found":
      return errors.memoryNotFound({ memory: id });
    case "archived":
      return errors.memoryArchived({ memory: id, title });
    case "refused":
      return errors.notAtomised({ memory: id, title, problem: outcome.problem });
  }
  const restore = call.toolName("memory_archive_restore");
  if (restore !== undefined) call.notice(`${restore} brings the whole memory back`);
  const value = {
    source_id: id,
    atom_ids: [...outcome.atomIds],
    atom_count: outcome.atomIds.length,
    archived_at: dateTime(outcome.archivedAt),
    method: "words" as const,
  };
  return ok(value, { where: `namespace ${namespace}` });
};
