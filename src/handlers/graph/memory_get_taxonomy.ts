import { ok } from "pegboard/runtime";
import type { MemoryGetTaxonomy } from "../../../generated/contracts/memory_get_taxonomy.ts";
import type { ToolHandler } from "../deps.ts";
import { invalidNamespace, whereOf } from "../memory/invalid-namespace.ts";

export const memoryGetTaxonomy: ToolHandler<MemoryGetTaxonomy> = async (input, deps, call) => {
  const invalid = invalidNamespace(input.namespace_prefix);
  if (invalid !== undefined) return invalid;
  const { depth, limit } = input;
  const { nodes, totalCount, isCut } = await deps
    .graph(call.session?.agent)
    .taxonomy({ prefix: input.namespace_prefix, depth, limit });
  const tree = nodes.map(({ namespace, count, totalCount: total }) => ({ namespace, count, total_count: total }));
  return ok({ tree, total_count: totalCount, truncated: isCut }, { where: whereOf(input.namespace_prefix) });
};
