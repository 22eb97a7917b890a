import { ok } from "pegboard/runtime";
import type { MemoryNamespaceClearStandard } from "../../../generated/contracts/memory_namespace_clear_standard.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { invalidNamespace } from "../memory/invalid-namespace.ts";

export const memoryNamespaceClearStandard: ToolHandler<MemoryNamespaceClearStandard> = async (input, deps, call) => {
  const { namespace } = input;
  const invalid = invalidNamespace(namespace);
  if (invalid !== undefined) return invalid;
  const request = { namespace, writer: writerOf(call.session) };
  const cleared = await deps.memories(call.session.agent).standards.clear(request, { signal: call.signal });
  return ok({ cleared, namespace }, { where: `namespace ${namespace}` });
};
