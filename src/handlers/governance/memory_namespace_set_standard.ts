import { ok } from "pegboard/runtime";
import type { MemoryNamespaceSetStandard } from "../../../generated/contracts/memory_namespace_set_standard.ts";
import { errors } from "../../../generated/errors.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { findMemory } from "../find.ts";
import { invalidNamespace } from "../memory/invalid-namespace.ts";

export const memoryNamespaceSetStandard: ToolHandler<MemoryNamespaceSetStandard> = async (input, deps, call) => {
  const { namespace, parent, governance } = input;
  if (governance !== undefined) return errors.governanceNotEnforced({});
  const invalid = invalidNamespace(namespace) ?? invalidNamespace(parent);
  if (invalid !== undefined) return invalid;
  const memories = deps.memories(call.session.agent);
  const found = await findMemory(memories, input.id);
  if (!found.ok) return found;
  const { id, title } = found.thing;
  const request = { namespace, memoryId: id, parent, writer: writerOf(call.session) };
  const outcome = await memories.standards.set(request, { signal: call.signal });
  switch (outcome.status) {
    case "not_found":
      return errors.memoryNotFound({ memory: id });
    case "archived":
      return errors.memoryArchived({ memory: id, title });
    case "bad_parent":
      return errors.standardParent({ namespace, parent: parent ?? "", problem: outcome.problem });
  }
  if (outcome.memory.scope === "private") call.notice("the memory is private, so only you see these rules");
  return ok({ namespace, standard_id: id, parent: parent ?? null }, { where: `namespace ${namespace}` });
};
