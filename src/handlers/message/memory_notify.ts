import { ok } from "pegboard/runtime";
import type { MemoryNotify } from "../../../generated/contracts/memory_notify.ts";
import { errors } from "../../../generated/errors.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { dateTime } from "../instant.ts";
import { hiddenCharacter } from "../memory/hidden-character.ts";

export const memoryNotify: ToolHandler<MemoryNotify> = async (input, deps, call) => {
  const { target_agent_id: to, title, payload, priority, tier } = input;
  const hidden = hiddenCharacter({ title });
  if (hidden !== undefined) return errors.controlCharacter(hidden);
  const outcome = await deps
    .memories(call.session.agent)
    .notify({ to, title, payload, priority, tier, writer: writerOf(call.session) }, { signal: call.signal });
  if (outcome.status === "bad_address")
    return errors.namespaceInvalid({ namespace: outcome.namespace, problem: outcome.problem });
  const { id, agentId: from, namespace, createdAt } = outcome.memory;
  return ok({ id, from, to, namespace, tier, delivered_at: dateTime(createdAt) }, { where: `namespace ${namespace}` });
};
