import { ok } from "pegboard/runtime";
import type { MemoryOffload } from "../../../generated/contracts/memory_offload.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { dateTime } from "../instant.ts";
import { invalidNamespace } from "../memory/invalid-namespace.ts";

export const memoryOffload: ToolHandler<MemoryOffload> = async (input, deps, call) => {
  const { content, namespace, ttl_seconds: seconds } = input;
  const invalid = invalidNamespace(namespace);
  if (invalid !== undefined) return invalid;
  const lifeMs = seconds === 0 ? undefined : seconds * 1000;
  const text = await deps
    .memories(call.session.agent)
    .offload({ content, namespace, lifeMs, writer: writerOf(call.session) }, { signal: call.signal });
  const value = {
    ref_id: text.id,
    content_sha256: text.sha256,
    stored_at: dateTime(text.storedAt),
    expires_at: text.expiresAt === null ? null : dateTime(text.expiresAt),
    namespace,
  };
  return ok(value, { where: `namespace ${namespace}` });
};
