import { ok } from "pegboard/runtime";
import type { MemoryKgQuery } from "../../../generated/contracts/memory_kg_query.ts";
import type { ToolHandler } from "../deps.ts";
import { findMemory } from "../find.ts";
import { invalidNamespace } from "../memory/invalid-namespace.ts";
import { visibleTo } from "../memory/visible-to.ts";
import { whenValid, wireReached } from "./wire-graph.ts";

export const memoryKgQuery: ToolHandler<MemoryKgQuery> = async (input, deps, call) => {
  const agent = call.session?.agent;
  const found = await findMemory(deps.memories(agent), input.source_id);
  if (!found.ok) return found;
  const invalid = invalidNamespace(input.namespace) ?? invalidNamespace(input.as_agent);
  if (invalid !== undefined) return invalid;
  const { id, title } = found.thing;
  const { reached, more } = await deps.graph(agent).walk({
    from: id,
    maxDepth: input.max_depth,
    limit: input.limit,
    namespace: input.namespace,
    agents: input.allowed_agents,
    sourceUri: input.by_source_uri,
    visibleTo: input.as_agent === undefined ? undefined : visibleTo(input.as_agent),
    ...whenValid(input),
  });
  const value = {
    source_id: id,
    max_depth: input.max_depth,
    memories: reached.map(wireReached),
    paths: reached.map(({ path }) => [...path]),
    count: reached.length,
    more,
  };
  return ok(value, { where: `from '${title}'` });
};
