import type { MemoryPreview, Provenance, Memory as WireMemory } from "../../../generated/types.ts";
import type { Preview } from "../../services/memories/memories.ts";
import type { MemoryRow } from "../../store/memory-rows.ts";
import { dateTime } from "../instant.ts";

/** @param now what has expired by then counts as archived */
export function wireMemory(memory: MemoryRow, now: number): WireMemory {
  const head = { ...contentOf(memory), task_id: memory.taskId };
  return { ...head, ...stateOf(memory, now), provenance: provenanceOf(memory) };
}

export function memoryPreview({ id, title, namespace, preview, updatedAt }: Preview): MemoryPreview {
  return { id, title, namespace, preview, updated_at: dateTime(updatedAt) };
}

function contentOf({ id, title, content, namespace, tier, kind, tags, priority }: MemoryRow) {
  return { id, title, content, namespace, tier, kind, tags, priority };
}

function stateOf({ updatedAt, archivedAt, expiresAt }: MemoryRow, now: number) {
  const archived = archivedAt !== null || (expiresAt !== null && expiresAt <= now);
  return { updated_at: dateTime(updatedAt), archived };
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
