import { ok } from "pegboard/runtime";
import type { MemoryFindPaths } from "../../../generated/contracts/memory_find_paths.ts";
import type { ToolHandler } from "../deps.ts";
import { findEnds } from "./find-ends.ts";
import { linkedMemories } from "./linked-memories.ts";
import { whenValid } from "./wire-graph.ts";

export const memoryFindPaths: ToolHandler<MemoryFindPaths> = async (input, deps, call) => {
  const agent = call.session?.agent;
  const ends = await findEnds(deps.memories(agent), input);
  if (!ends.ok) return ends;
  const { source, target } = ends;
  const { paths, more } = await deps.graph(agent).paths({
    from: source.id,
    to: target.id,
    maxDepth: input.max_depth,
    maxPaths: input.max_results,
    ...whenValid(input),
  });
  const value = { source_id: source.id, target_id: target.id, paths: paths.map((path) => [...path]) };
  const memories = await linkedMemories(deps.memories(agent), paths.flat());
  return ok({ ...value, memories, count: paths.length, more }, { where: `${source.title} – ${target.title}` });
};
