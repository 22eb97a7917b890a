import { ok } from "pegboard/runtime";
import type { MemoryShare } from "../../../generated/contracts/memory_share.ts";
import { errors } from "../../../generated/errors.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { findMemory } from "../find.ts";

export const memoryShare: ToolHandler<MemoryShare> = async (input, deps, call) => {
  const memories = deps.memories(call.session.agent);
  const found = await findMemory(memories, input.source_memory_id);
  if (!found.ok) return found;
  const { id, title } = found.thing;
  const request = { id, to: input.target_agent_id, writer: writerOf(call.session) };
  const outcome = await memories.share(request, { signal: call.signal });
  switch (outcome.status) {
    case "not_found":
      return errors.memoryNotFound({ memory: id });
    case "archived":
      return errors.memoryArchived({ memory: id, title });
    case "bad_address":
      return errors.namespaceInvalid({ namespace: outcome.namespace, problem: outcome.problem });
    case "metadata_too_large":
      return errors.metadataTooLarge({ problem: outcome.problem });
    case "title_taken":
      return errors.memoryExists({ namespace: outcome.namespace, title, id: outcome.id });
  }
  const value = {
    shared_memory_id: outcome.id,
    target_namespace: outcome.namespace,
    from_agent_id: call.session.agent,
    created: outcome.status === "shared",
  };
  return ok(value, { where: `namespace ${outcome.namespace}` });
};
