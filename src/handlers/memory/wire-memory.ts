import type { MemoryPreview, Provenance, RecalledMemory, Memory as WireMemory } from "../../../generated/types.ts";
import type { Preview, RecallHit } from "../../services/memories/memories.ts";
import type { MemoryRow } from "../../store/memory-rows.ts";
import { dateTime } from "../instant.ts";

/** @param now what has expired by then counts as archived */
export function wireMemory(memory: MemoryRow, now: number): WireMemory {
  return {
    id: memory.id,
    title: memory.title,
    content: memory.content,
    namespace: memory.namespace,
    tier: memory.tier,
    kind: memory.kind,
    tags: memory.tags,
    priority: memory.priority,
    task_id: memory.taskId,
    updated_at: dateTime(memory.updatedAt),
    archived: isArchived(memory, now),
    provenance: provenanceOf(memory),
  };
}

export function recalledMemory({ memory, score }: RecallHit, now: number, withProvenance: boolean): RecalledMemory {
  return {
    id: memory.id,
    title: memory.title,
    content: memory.content,
    namespace: memory.namespace,
    tier: memory.tier,
    kind: memory.kind,
    tags: memory.tags,
    priority: memory.priority,
    score,
    updated_at: dateTime(memory.updatedAt),
    archived: isArchived(memory, now),
    ...(withProvenance ? { provenance: provenanceOf(memory) } : {}),
  };
}

export function memoryPreview({ id, title, namespace, preview, updatedAt }: Preview): MemoryPreview {
  return { id, title, namespace, preview, updated_at: dateTime(updatedAt) };
}

function isArchived({ archivedAt, expiresAt }: MemoryRow, now: number): boolean {
  return archivedAt !== null || (expiresAt !== null && expiresAt <= now);
}

function provenanceOf(memory: MemoryRow): Provenance {
  return {
    agent_id: memory.agentId,
    source: memory.source,
    source_uri: memory.sourceUri,
    confidence: memory.confidence,
    created_at: memory.signedCreatedAt ?? dateTime(memory.createdAt),
    expires_at: memory.expiresAt === null ? null : dateTime(memory.expiresAt),
    access_count: memory.accessCount,
    metadata: memory.metadata,
  };
}
