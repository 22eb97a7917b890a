import { ok } from "pegboard/runtime";
import type { MemoryNamespaceGetStandard } from "../../../generated/contracts/memory_namespace_get_standard.ts";
import type { ToolHandler } from "../deps.ts";
import { invalidNamespace } from "../memory/invalid-namespace.ts";
import { wireStandards } from "./wire-standard.ts";

export const memoryNamespaceGetStandard: ToolHandler<MemoryNamespaceGetStandard> = async (input, deps, call) => {
  const { namespace, inherit } = input;
  const invalid = invalidNamespace(namespace);
  if (invalid !== undefined) return invalid;
  const memories = deps.memories(call.session?.agent);
  const { chain, standards } = await memories.standards.of(namespace);
  const own = standards.find((standard) => standard.namespace === namespace);
  const { title, content, priority } = own?.memory ?? {};
  const value = {
    namespace,
    standard_id: own?.memory.id ?? null,
    ...(title === undefined ? {} : { title }),
    ...(content === undefined ? {} : { content }),
    ...(priority === undefined ? {} : { priority }),
    ...(own === undefined ? {} : { parent: own.parent }),
    ...(inherit ? { chain: [...chain], standards: wireStandards(standards, memories) } : {}),
  };
  return ok(value, { where: `namespace ${namespace}` });
};
