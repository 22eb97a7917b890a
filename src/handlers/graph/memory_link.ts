import { ok } from "pegboard/runtime";
import type { MemoryLink } from "../../../generated/contracts/memory_link.ts";
import { errors } from "../../../generated/errors.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { milliseconds } from "../instant.ts";
import { findEnds } from "./find-ends.ts";
import { wireLink } from "./wire-graph.ts";

export const memoryLink: ToolHandler<MemoryLink> = async (input, deps, call) => {
  const { agent } = call.session;
  const ends = await findEnds(deps.memories(agent), input);
  if (!ends.ok) return ends;
  const { source, target } = ends;
  const { relation, strength, reason, valid_from } = input;
  const outcome = await deps.graph(agent).link({
    sourceId: source.id,
    targetId: target.id,
    relation,
    strength,
    reason,
    validFrom: valid_from === undefined ? undefined : milliseconds(valid_from),
    observedBy: input.agent_id,
    writer: writerOf(call.session),
  });
  switch (outcome.status) {
    case "not_found":
      return errors.memoryNotFound({ memory: outcome.memory });
    case "same":
      return errors.linkSame({ memory: source.id });
    case "cycle":
      return errors.linkCycle({ source: source.id, target: target.id });
  }
  const created = outcome.status === "created";
  const link = wireLink(outcome.link);
  const where = `${source.title} → ${target.title}`;
  return ok({ linked: true, created, relation, attest_level: "unsigned", link }, { where });
};
