import { ok } from "pegboard/runtime";
import type { MemoryKgInvalidate } from "../../../generated/contracts/memory_kg_invalidate.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { dateTime, milliseconds } from "../instant.ts";
import { findEnds } from "./find-ends.ts";
import { endOf } from "./wire-graph.ts";

export const memoryKgInvalidate: ToolHandler<MemoryKgInvalidate> = async (input, deps, call) => {
  const { agent } = call.session;
  const ends = await findEnds(deps.memories(agent), input);
  if (!ends.ok) return ends;
  const { source, target } = ends;
  const ended = await deps.graph(agent).end({
    sourceId: source.id,
    targetId: target.id,
    relation: input.relation,
    validUntil: input.valid_until === undefined ? deps.now() : milliseconds(input.valid_until),
    writer: writerOf(call.session),
  });
  const where = `${source.title} → ${target.title}`;
  if (ended === undefined) return ok({ found: false, valid_until: null, previous_valid_until: null }, { where });
  const { link, before } = ended;
  const previous = before === null ? null : dateTime(before);
  return ok({ found: true, valid_until: endOf(link), previous_valid_until: previous }, { where });
};
