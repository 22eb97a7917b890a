import { ok } from "pegboard/runtime";
import type { MemoryStore, MemoryStoreInput } from "../../../generated/contracts/memory_store.ts";
import { errors } from "../../../generated/errors.ts";
import type { StoreRequest } from "../../services/memories/memories.ts";
import { controlInLine } from "../../services/namespaces/control-characters.ts";
import { defaultNamespace } from "../../services/namespaces/namespace.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { dateTime, milliseconds } from "../instant.ts";
import { findPlace } from "./place.ts";

export const memoryStore: ToolHandler<MemoryStore> = async (input, deps, call) => {
  const place = await findPlace(deps.projects, input);
  if (!place.ok) return place;
  const namespace = place.namespace ?? defaultNamespace;
  const where = place.where ?? `namespace ${namespace}`;
  if (input.signature !== undefined && input.created_at === undefined) return errors.signatureIncomplete({});
  const hidden = hiddenCharacter(input);
  if (hidden !== undefined) return errors.controlCharacter(hidden);

  const writer = writerOf(call.session);
  const request = { ...requestOf(input, namespace), writer, leftOut: new Set(call.defaulted) };
  const outcome = await deps.memories.store(request, { signal: call.signal });
  if (outcome.status === "title_taken") return errors.memoryExists({ namespace, title: outcome.title, id: outcome.id });
  if (outcome.status === "metadata_too_large") return errors.metadataTooLarge({ problem: outcome.problem });
  const attestLevel = input.signature === undefined ? "unsigned" : "unverified";
  if (outcome.status === "similar_exists") {
    return ok(
      {
        status: outcome.status,
        id: null,
        title: outcome.title,
        namespace,
        tier: input.tier,
        agent_id: input.agent_id ?? writer.agent,
        expires_at: outcome.expiresAt === null ? null : dateTime(outcome.expiresAt),
        similar: outcome.similar,
        attest_level: attestLevel,
      },
      { where },
    );
  }
  const { memory } = outcome;
  return ok(
    {
      status: outcome.status,
      id: memory.id,
      title: memory.title,
      namespace: memory.namespace,
      tier: memory.tier,
      agent_id: memory.agentId,
      expires_at: memory.expiresAt === null ? null : dateTime(memory.expiresAt),
      attest_level: attestLevel,
    },
    { where },
  );
};

/** In what people read as one line; contents may hold anything. */
function hiddenCharacter({ title, tags }: MemoryStoreInput): { param: string; character: string } | undefined {
  for (const [param, lines] of [
    ["title", title === undefined ? [] : [title]],
    ["tags", tags],
  ] as const) {
    for (const line of lines) {
      const character = controlInLine(line);
      if (character !== undefined) return { param, character };
    }
  }
  return undefined;
}

function requestOf(input: MemoryStoreInput, namespace: string): Omit<StoreRequest, "writer" | "leftOut"> {
  // A blank title counts as absent.
  const title = input.title === "" ? undefined : input.title;
  return {
    ...(title === undefined ? {} : { title }),
    namespace,
    content: input.content,
    tier: input.tier,
    kind: input.kind,
    scope: input.scope,
    source: input.source,
    priority: input.priority,
    confidence: input.confidence,
    tags: input.tags,
    metadata: input.metadata,
    ...(input.source_uri === undefined ? {} : { sourceUri: input.source_uri }),
    ...(input.signature === undefined ? {} : { signature: input.signature }),
    ...(input.created_at === undefined
      ? {}
      : { createdAt: { at: milliseconds(input.created_at), text: input.created_at } }),
    ...(input.on_conflict === undefined ? {} : { onConflict: input.on_conflict }),
    force: input.force,
    ...(input.agent_id === undefined ? {} : { agentId: input.agent_id }),
  };
}
