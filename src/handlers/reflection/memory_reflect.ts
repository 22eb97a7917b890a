import { ok } from "pegboard/runtime";
import type { MemoryReflect } from "../../../generated/contracts/memory_reflect.ts";
import { errors } from "../../../generated/errors.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { findMemories } from "../memory/find-memories.ts";
import { hiddenCharacter } from "../memory/hidden-character.ts";
import { invalidNamespace } from "../memory/invalid-namespace.ts";

export const memoryReflect: ToolHandler<MemoryReflect> = async (input, deps, call) => {
  const { title, content, namespace, tier, tags, priority, confidence, metadata, depth } = input;
  const { agent } = call.session;
  const invalid = invalidNamespace(namespace);
  if (invalid !== undefined) return invalid;
  const hidden = hiddenCharacter({ title, tags });
  if (hidden !== undefined) return errors.controlCharacter(hidden);
  const found = await findMemories(deps.memories(agent), input.source_ids);
  if (!found.ok) return found;
  const sourceIds = [...new Set(found.things.map(({ id }) => id))];
  const said = { title, content, namespace, tier, tags, priority, confidence, metadata, depth };
  const request = { ...said, sourceIds, agentId: input.agent_id, writer: writerOf(call.session) };
  const outcome = await deps.graph(agent).reflect(request, { signal: call.signal });
  switch (outcome.status) {
    case "not_found":
      return errors.memoryNotFound({ memory: outcome.id });
    case "archived":
      return errors.memoryArchived({ memory: outcome.memory.id, title: outcome.memory.title });
    case "title_taken":
      return errors.memoryExists({ namespace: outcome.namespace, title, id: outcome.id });
    case "depth":
      return errors.reflectionDepth({ depth: outcome.depth, problem: outcome.problem });
    case "private_owner":
      return errors.privateOwner({ agent });
    case "metadata_too_large":
      return errors.metadataTooLarge({ problem: outcome.problem });
  }
  const { id, namespace: place } = outcome.memory;
  const value = { id, reflection_depth: outcome.depth, reflects_on: sourceIds, namespace: place };
  return ok(value, { where: `namespace ${place}` });
};
