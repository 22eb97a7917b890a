import { ok } from "pegboard/runtime";
import type { MemoryExpandQuery } from "../../../generated/contracts/memory_expand_query.ts";
import type { ToolHandler } from "../deps.ts";
import { noticeWordsAlone } from "./words-alone.ts";

export const memoryExpandQuery: ToolHandler<MemoryExpandQuery> = async ({ query }, deps, call) => {
  const made = await deps.upkeep(call.session?.agent).expand(query, { signal: call.signal });
  noticeWordsAlone(call, made);
  const value = { original: query, expanded_terms: [...made.terms], method: made.method };
  return ok(value, { where: "all namespaces" });
};
