import type { MemoryRow, NewMemory } from "../../store/memory-rows.ts";

/** What was stored, without what became of it: what a copy begins with. */
export function newOf({
  version: _version,
  editSource: _editSource,
  archivedAt: _archivedAt,
  archiveReason: _archiveReason,
  versionOf: _versionOf,
  accessCount: _accessCount,
  accessedAt: _accessedAt,
  ...memory
}: MemoryRow): NewMemory {
  return memory;
}
