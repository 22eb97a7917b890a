import { ok } from "pegboard/runtime";
import type { MemoryGetLinks } from "../../../generated/contracts/memory_get_links.ts";
import type { ToolHandler } from "../deps.ts";
import { findMemory } from "../find.ts";
import { linkedMemories } from "./linked-memories.ts";
import { whenValid, wireLink } from "./wire-graph.ts";

export const memoryGetLinks: ToolHandler<MemoryGetLinks> = async (input, deps, call) => {
  const agent = call.session?.agent;
  const found = await findMemory(deps.memories(agent), input.id);
  if (!found.ok) return found;
  const links = await deps.graph(agent).linksOf(found.thing.id, whenValid(input));
  const ends = links.flatMap(({ sourceId, targetId }) => [sourceId, targetId]);
  const memories = await linkedMemories(deps.memories(agent), ends);
  const value = { links: links.map(wireLink), memories, count: links.length };
  return ok(value, { where: `namespace ${found.thing.namespace}` });
};
