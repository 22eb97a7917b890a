import { ok } from "pegboard/runtime";
import type { MemoryPromote } from "../../../generated/contracts/memory_promote.ts";
import { errors } from "../../../generated/errors.ts";
import { namespaceProblem } from "../../services/namespaces/namespace.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { findMemory } from "../find.ts";
import { expiryTime, untilNotice } from "./wire-memory.ts";

export const memoryPromote: ToolHandler<MemoryPromote> = async (input, deps, call) => {
  const { to_namespace: toNamespace, target_tier: targetTier } = input;
  const problem = toNamespace === undefined ? undefined : namespaceProblem(toNamespace);
  if (toNamespace !== undefined && problem !== undefined) {
    return errors.namespaceInvalid({ namespace: toNamespace, problem });
  }
  const found = await findMemory(deps.memories(call.session.agent), input.id);
  if (!found.ok) return found;
  const { id: sourceId } = found.thing;
  const outcome = await deps
    .memories(call.session.agent)
    .promote({ id: sourceId, targetTier, toNamespace, writer: writerOf(call.session) }, { signal: call.signal });
  if (outcome.status === "not_found") return errors.memoryNotFound({ memory: input.id });
  const { id, title, namespace, tier } = outcome.memory;
  switch (outcome.status) {
    case "archived":
      return errors.memoryArchived({ memory: id, title });
    case "not_above":
      return errors.namespaceNotAbove({ namespace: toNamespace ?? namespace, from: namespace });
    case "title_taken":
      return errors.memoryExists({ namespace, title, id });
  }
  const until = untilNotice(outcome.memory);
  if (until !== undefined) call.notice(until);
  const facts = { id, tier, expires_at: expiryTime(outcome.memory), namespace };
  const promoted = outcome.status === "promoted";
  const value =
    toNamespace === undefined
      ? { promoted, mode: "tier" as const, ...facts }
      : { promoted, mode: "vertical" as const, ...facts, source_id: sourceId, clone_id: id };
  return ok(value, { where: `namespace ${namespace}` });
};
