import type {
  ArchivedMemory,
  MemoryPreview,
  NamedMemory,
  Provenance,
  Memory as WireMemory,
} from "../../../generated/types.ts";
import type { EndedMemory } from "../../services/memories/archived-memories.ts";
import type { Preview } from "../../services/memories/memories.ts";
import type { MemoryRow } from "../../store/memory-rows.ts";
import { encryptionOf } from "../encryption.ts";
import { dateTime } from "../instant.ts";

/** @param now what has expired by then counts as archived */
export function wireMemory(memory: MemoryRow, now: number): WireMemory {
  const head = { ...contentOf(memory), version: memory.version, task_id: memory.taskId };
  const wire = { ...head, ...stateOf(memory, now), provenance: provenanceOf(memory) };
  return memory.encrypted ? { ...wire, ...encryptionOf(memory) } : wire;
}

export function namedMemory({ id, title, namespace }: NamedMemory): NamedMemory {
  return { id, title, namespace };
}

export function archivedMemory({ memory, preview, endedAt, reason }: EndedMemory): ArchivedMemory {
  const { id, title, namespace } = memory;
  const head = { id, title, namespace, tier: memory.tier, preview };
  const locked = memory.locked ? { locked: true } : {};
  return { ...head, reason, archived_at: dateTime(endedAt), version_of: memory.versionOf, ...locked };
}

/** What people read about the end of a memory; undefined for what is kept until it is removed. */
export function untilNotice({ expiresAt }: Pick<MemoryRow, "expiresAt">): string | undefined {
  if (expiresAt === null) return undefined;
  const [day, time] = dateTime(expiresAt).split("T");
  return `kept until ${day} ${time?.slice(0, 5)}Z; each use lengthens it, and what ends can be restored`;
}

export function expiryTime({ expiresAt }: Pick<MemoryRow, "expiresAt">): string | null {
  return expiresAt === null ? null : dateTime(expiresAt);
}

export function memoryPreview({ id, title, namespace, preview, updatedAt, locked }: Preview): MemoryPreview {
  const shown = { id, title, namespace, preview, updated_at: dateTime(updatedAt) };
  return locked ? { ...shown, locked } : shown;
}

function contentOf({ id, title, content, namespace, tier, kind, tags, priority }: MemoryRow) {
  return { id, title, content, namespace, tier, kind, tags, priority };
}

/** What has expired by `now` counts as archived. */
export function hasEnded({ archivedAt, expiresAt }: Pick<MemoryRow, "archivedAt" | "expiresAt">, now: number): boolean {
  return archivedAt !== null || (expiresAt !== null && expiresAt <= now);
}

function stateOf(memory: MemoryRow, now: number) {
  return { updated_at: dateTime(memory.updatedAt), archived: hasEnded(memory, now) };
}

function provenanceOf(memory: MemoryRow): Provenance {
  return {
    agent_id: memory.agentId,
    source: memory.source,
    source_uri: memory.sourceUri,
    confidence: memory.confidence,
    created_at: memory.signedCreatedAt ?? dateTime(memory.createdAt),
    expires_at: expiryTime(memory),
    access_count: memory.accessCount,
    metadata: memory.metadata,
  };
}
