import { ok } from "pegboard/runtime";
import type { MemoryExpandQuery } from "../../../generated/contracts/memory_expand_query.ts";
import type { ToolHandler } from "../deps.ts";

export const memoryExpandQuery: ToolHandler<MemoryExpandQuery> = async ({ query }, deps, call) => {
  const terms = await deps.upkeep(call.session?.agent).expand(query, { signal: call.signal });
  const value = { original: query, expanded_terms: [...terms], method: "words" as const };
  return ok(value, { where: "all namespaces" });
};
