import { ok } from "pegboard/runtime";
import type { MemoryArchiveRestore } from "../../../generated/contracts/memory_archive_restore.ts";
import { errors } from "../../../generated/errors.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { findMemory } from "../find.ts";
import { expiryTime, untilNotice } from "./wire-memory.ts";

export const memoryArchiveRestore: ToolHandler<MemoryArchiveRestore> = async (input, deps, call) => {
  const found = await findMemory(deps.memories, input.id);
  if (!found.ok) return found;
  const { tier, on_conflict: onConflict } = input;
  const outcome = await deps.memories.archive.restore(
    { id: found.thing.id, tier, onConflict, writer: writerOf(call.session) },
    { signal: call.signal },
  );
  if (outcome.status === "not_found") return errors.memoryNotFound({ memory: input.id });
  const { id, title, namespace } = outcome.memory;
  switch (outcome.status) {
    case "not_archived":
      return errors.memoryNotArchived({ memory: id, title });
    case "title_taken":
      return errors.memoryExists({ namespace, title, id });
  }
  const until = untilNotice(outcome.memory);
  if (until !== undefined) call.notice(until);
  const facts = { id, title, namespace, tier: outcome.memory.tier, expires_at: expiryTime(outcome.memory) };
  return ok({ restored: true, ...facts, archived: outcome.replaced ?? null }, { where: `namespace ${namespace}` });
};
