import type { MemoryContent, MemoryRow } from "../../store/memory-rows.ts";
import type { WritableRows } from "../../store/store.ts";
import type { Circumstances } from "../service-options.ts";
import { expiryOf, higherTier, laterExpiry } from "./lifetime.ts";
import type { StoreRequest } from "./memories.ts";
import { hasCitations } from "./metadata.ts";
import { replaceMemory } from "./replace-memory.ts";

/**
 * Replaces a memory by the new parts; parts that the author leaves out stay. The replaced version is archived. A signature covers
 * one version: without a new one the memory has none.
 * @returns the id of the archived version; undefined when nothing differs
 */
export async function mergeMemory(
  rows: WritableRows,
  taken: MemoryRow,
  request: StoreRequest,
  circumstances: Circumstances,
): Promise<string | undefined> {
  const { namespace, title, editSource } = taken;
  const content = merged(taken, request, circumstances.now);
  return replaceMemory(rows, taken, { ...content, namespace, title, editSource }, circumstances);
}

function merged(taken: MemoryRow, request: StoreRequest, now: number): MemoryContent {
  const given = <Part extends "kind" | "scope" | "source" | "priority" | "confidence" | "tags" | "metadata">(
    part: Part,
  ) => (request.leftOut.has(part) ? taken[part] : request[part]);
  const tier = request.leftOut.has("tier") ? taken.tier : higherTier(taken.tier, request.tier);
  const sourceUri = request.sourceUri ?? taken.sourceUri;
  const metadata = { ...given("metadata"), ...request.evidence };
  return {
    ...contentOf(request, now),
    tier,
    kind: given("kind"),
    scope: given("scope"),
    source: given("source"),
    priority: given("priority"),
    confidence: given("confidence"),
    tags: given("tags"),
    sourceUri,
    cited: hasCitations(sourceUri ?? undefined, metadata),
    metadata,
    agentId: request.agentId ?? taken.agentId,
    createdAt: request.createdAt?.at ?? taken.createdAt,
    // The lifetime never gets shorter.
    expiresAt: laterExpiry(taken.expiresAt, expiryOf(tier, now)),
  };
}

/** What a request stores, as a new memory. */
export function contentOf(request: StoreRequest, now: number): MemoryContent {
  const { content, tier, kind, scope, source, priority, confidence, tags } = request;
  const metadata = { ...request.metadata, ...request.evidence };
  const given = { content, tier, kind, scope, source, priority, confidence, tags, metadata };
  const { sourceUri, signature, createdAt } = request;
  return {
    ...given,
    sourceUri: sourceUri ?? null,
    cited: hasCitations(sourceUri, metadata),
    signature: signature ?? null,
    signedCreatedAt: signature === undefined ? null : (createdAt?.text ?? null),
    agentId: request.agentId ?? request.writer.agent,
    ...(request.encrypted === true ? { encrypted: true } : {}),
    createdAt: createdAt?.at ?? now,
    updatedAt: now,
    expiresAt: expiryOf(tier, now),
  };
}
