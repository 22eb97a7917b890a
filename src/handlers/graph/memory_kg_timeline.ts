import { ok } from "pegboard/runtime";
import type { MemoryKgTimeline } from "../../../generated/contracts/memory_kg_timeline.ts";
import type { ToolHandler } from "../deps.ts";
import { findMemory } from "../find.ts";
import { milliseconds } from "../instant.ts";
import { wireLink } from "./wire-graph.ts";

export const memoryKgTimeline: ToolHandler<MemoryKgTimeline> = async (input, deps, call) => {
  const agent = call.session?.agent;
  const found = await findMemory(deps.memories(agent), input.source_id);
  if (!found.ok) return found;
  const { id, title } = found.thing;
  const [since, until] = [input.since, input.until].map((time) =>
    time === undefined ? undefined : milliseconds(time),
  );
  const { links, more } = await deps.graph(agent).timeline(id, { since, until, limit: input.limit });
  const value = { source_id: id, events: links.map(wireLink), count: links.length, more };
  return ok(value, { where: `from '${title}'` });
};
