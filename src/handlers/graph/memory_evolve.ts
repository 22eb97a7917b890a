import { ok } from "pegboard/runtime";
import type { MemoryEvolve } from "../../../generated/contracts/memory_evolve.ts";
import { errors } from "../../../generated/errors.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { invalidNamespace, whereOf } from "../memory/invalid-namespace.ts";

const maxShown = 50;
const nothing = { evolution_id: null, analyzed: 0, evolved: 0, links_created: 0, links_strengthened: 0, proposals: [] };

export const memoryEvolve: ToolHandler<MemoryEvolve> = async (input, deps, call) => {
  const evolution = deps.evolution(call.session.agent);
  const begun = deps.now();
  const duration = () => ({ duration_ms: Math.max(0, deps.now() - begun) });
  if (input.undo !== undefined) {
    const outcome = await evolution.undo(input.undo);
    if (outcome.status === "undone") {
      const { status: _status, ...undone } = outcome;
      return ok({ ...nothing, ...duration(), dry_run: false, undone }, { where: `run ${input.undo}` });
    }
    const problem = outcome.status === "not_found" ? "there is none with that id" : "it was taken back before";
    return errors.evolutionNotFound({ evolution: input.undo, problem });
  }
  const invalid = invalidNamespace(input.namespace);
  if (invalid !== undefined) return invalid;
  const { namespace, trigger, max_memories: maxMemories, dry_run: isDryRun } = input;
  const request = { namespace, trigger, maxMemories, isDryRun, writer: writerOf(call.session) };
  const { id, analyzed, proposals } = await evolution.evolve(request);
  const created = proposals.filter(({ before }) => before === undefined).length;
  const value = {
    evolution_id: id ?? null,
    analyzed,
    evolved: new Set(proposals.flatMap(({ sourceId, targetId }) => [sourceId, targetId])).size,
    links_created: created,
    links_strengthened: proposals.length - created,
    dry_run: isDryRun,
    ...duration(),
    proposals: proposals.slice(0, maxShown).map(({ sourceId, targetId, ...proposal }) => ({
      source_id: sourceId,
      target_id: targetId,
      ...proposal,
    })),
  };
  return ok(value, { where: whereOf(namespace) });
};
