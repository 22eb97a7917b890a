import { ok } from "pegboard/runtime";
import type { MemoryCaptureTurn, MemoryCaptureTurnInput } from "../../../generated/contracts/memory_capture_turn.ts";
import { errors } from "../../../generated/errors.ts";
import type { JsonObject } from "../../contract/json.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { milliseconds } from "../instant.ts";
import { invalidNamespace } from "../memory/invalid-namespace.ts";

export const memoryCaptureTurn: ToolHandler<MemoryCaptureTurn> = async (input, deps, call) => {
  const begun = deps.now();
  const { namespace = "global", timestamp_iso: saidAt } = input;
  const invalid = invalidNamespace(namespace);
  if (invalid !== undefined) return invalid;
  const outcome = await deps.memories(call.session.agent).captureTurn(
    {
      hostSessionId: input.host_session_id,
      turnIndex: input.host_turn_index,
      role: input.role,
      content: input.content,
      namespace,
      metadata: metadataOf(input),
      saidAt: saidAt === undefined ? undefined : milliseconds(saidAt),
      writer: writerOf(call.session),
    },
    { signal: call.signal },
  );
  if (outcome.status === "metadata_too_large") return errors.metadataTooLarge({ problem: outcome.problem });
  const { memory } = outcome;
  const value = {
    memory_id: memory.id,
    dedup_hit: outcome.status === "known",
    layer: "L4" as const,
    attest_level: input.host_signature_b64 === undefined ? ("unsigned" as const) : ("unverified" as const),
    elapsed_ms: Math.max(0, deps.now() - begun),
  };
  return ok(value, { where: `namespace ${memory.namespace}` });
};

/** What the host says of the turn is kept under its own names; other metadata can't take their place. */
function metadataOf(input: MemoryCaptureTurnInput): JsonObject {
  const { metadata, content: _content, namespace: _namespace, tool_calls: toolCalls, ...given } = input;
  const calls = toolCalls === undefined ? {} : { tool_calls: toolCalls.map(({ tool, brief }) => ({ tool, brief })) };
  const said = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return { ...metadata, ...Object.fromEntries(said), ...calls };
}
