import { ok } from "pegboard/runtime";
import type { MemoryStore, MemoryStoreInput } from "../../../generated/contracts/memory_store.ts";
import { errors } from "../../../generated/errors.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { SimilarMemory, StoreRequest } from "../../services/memories/memories.ts";
import { defaultNamespace } from "../../services/namespaces/namespace.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { notSearchedNotice, ofMemories } from "../encryption.ts";
import { milliseconds } from "../instant.ts";
import { hiddenCharacter } from "./hidden-character.ts";
import { findPlace } from "./place.ts";
import { shortId } from "./short-id.ts";
import { expiryTime, untilNotice } from "./wire-memory.ts";

export const memoryStore: ToolHandler<MemoryStore> = async (input, deps, call) => {
  const place = await findPlace(deps.projects, input, call.session);
  if (!place.ok) return place;
  if (typeof place.project?.archivedAt === "number") return errors.projectArchived({ project: place.project.name });
  const namespace = place.namespace ?? defaultNamespace;
  const where = place.where ?? `namespace ${namespace}`;
  if (input.signature !== undefined && input.created_at === undefined) return errors.signatureIncomplete({});
  const hidden = hiddenCharacter(input);
  if (hidden !== undefined) return errors.controlCharacter(hidden);

  if (input.encryption_scope === "organization") return errors.encryptionUnsupported({});
  const writer = writerOf(call.session);
  const request = { ...requestOf(input, namespace), writer, leftOut: new Set(call.defaulted) };
  const outcome = await deps.memories(writer.agent).store(request, { signal: call.signal });
  if (outcome.status === "title_taken") return errors.memoryExists({ namespace, title: outcome.title, id: outcome.id });
  if (outcome.status === "private_owner") return errors.privateOwner({ agent: writer.agent });
  if (outcome.status === "metadata_too_large") return errors.metadataTooLarge({ problem: outcome.problem });
  const attestLevel = input.signature === undefined ? "unsigned" : "unverified";
  const { id, title, tier, agentId, expiresAt } =
    outcome.status === "similar_exists"
      ? { ...outcome, id: null, tier: input.tier, agentId: input.agent_id ?? writer.agent }
      : outcome.memory;
  if (outcome.status === "similar_exists") call.notice(notStored(outcome.similar));
  const { notCompared } = "notCompared" in outcome ? outcome : {};
  const left = notCompared === undefined ? undefined : notSearchedNotice(notCompared, ofMemories, "compared");
  if (left !== undefined) call.notice(left);
  const until = id === null ? undefined : untilNotice({ expiresAt });
  if (until !== undefined) call.notice(until);
  const value: MemoryStore["output"] = {
    status: outcome.status,
    id,
    title,
    namespace,
    tier,
    agent_id: agentId,
    expires_at: expiryTime({ expiresAt }),
    ...(outcome.status === "similar_exists" ? { similar: outcome.similar } : {}),
    ...("replaced" in outcome ? { replaced: outcome.replaced } : {}),
    ...("memory" in outcome && outcome.memory.encrypted ? { encrypted: true } : {}),
    attest_level: attestLevel,
  };
  return ok(value, { where });
};

function notStored([nearest]: readonly SimilarMemory[]): string {
  const which = nearest === undefined ? "another memory" : `${shortId(nearest.id)} '${nearest.title}'`;
  return `not stored: ${which} says almost the same; change that one, or send force: true to keep both`;
}

function requestOf(input: MemoryStoreInput, namespace: string): Omit<StoreRequest, "writer" | "leftOut"> {
  const { content, tier, kind, scope, source, priority, confidence, tags, metadata, signature, force } = input;
  const given = { content, tier, kind, scope, source, priority, confidence, tags, metadata, signature, force };
  return {
    ...given,
    namespace,
    // A blank title counts as absent.
    title: input.title === "" ? undefined : input.title,
    sourceUri: input.source_uri,
    evidence: evidenceOf(input),
    createdAt:
      input.created_at === undefined ? undefined : { at: milliseconds(input.created_at), text: input.created_at },
    onConflict: input.on_conflict,
    agentId: input.agent_id,
    encrypted: input.encryption_scope === "personal",
  };
}

/** As plain JSON: metadata keep it so. */
function evidenceOf({ citations, source_span: span }: MemoryStoreInput): JsonObject {
  return {
    ...(citations === undefined ? {} : { citations: citations.map((citation) => ({ ...citation })) }),
    ...(span === undefined ? {} : { source_span: { ...span } }),
  };
}
