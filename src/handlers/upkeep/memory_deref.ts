import { ok } from "pegboard/runtime";
import type { MemoryDeref } from "../../../generated/contracts/memory_deref.ts";
import { errors } from "../../../generated/errors.ts";
import type { ToolHandler } from "../deps.ts";
import { dateTime } from "../instant.ts";

export const memoryDeref: ToolHandler<MemoryDeref> = async ({ ref_id: ref, offset }, deps, call) => {
  const outcome = await deps.memories(call.session?.agent).dereference({ id: ref, offset });
  switch (outcome.status) {
    case "not_found":
      return errors.offloadNotFound({ ref_id: ref });
    case "damaged":
      return errors.offloadDamaged({ ref_id: ref });
  }
  const { text, part, next } = outcome;
  const value = {
    ref_id: text.id,
    content: part,
    next_offset: next ?? null,
    stored_at: dateTime(text.storedAt),
    sha256: text.sha256,
  };
  return ok(value, { where: `namespace ${text.namespace}` });
};
