import { type SqlBool, sql, type Transaction } from "kysely";
import type { JsonObject } from "../../contract/json.ts";
import type { MemoryRow } from "../memory-rows.ts";
import type { Tables } from "./tables.ts";

export function selectMemories(transaction: Transaction<Tables>) {
  return transaction
    .selectFrom("memories")
    .selectAll()
    .select([
      sql<string>`(SELECT json_group_array(tag ORDER BY position) FROM memory_tags WHERE memory = memories.row)`.as(
        "tags",
      ),
      sql<string | null>`(SELECT id FROM tasks WHERE row = memories.task)`.as("task_id"),
    ]);
}

/** Neither archived nor expired. */
export function live(now: number) {
  return sql<SqlBool>`(memories.archived_at IS NULL AND (memories.expires_at IS NULL OR memories.expires_at > ${now}))`;
}

type SelectedMemory = Awaited<ReturnType<ReturnType<typeof selectMemories>["execute"]>>[number];

export function memoryRow(row: SelectedMemory): MemoryRow {
  return {
    id: row.id,
    namespace: row.namespace,
    title: row.title,
    content: row.content,
    tier: row.tier,
    kind: row.kind,
    scope: row.scope,
    source: row.source,
    priority: row.priority,
    confidence: row.confidence,
    // Both columns are written by this file only, by JSON.stringify of values of these types.
    tags: JSON.parse(row.tags) as string[],
    metadata: JSON.parse(row.metadata) as JsonObject,
    agentId: row.agent_id,
    sourceUri: row.source_uri,
    cited: row.cited === 1,
    signature: row.signature,
    signedCreatedAt: row.signed_created_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
    archivedAt: row.archived_at,
    accessCount: row.access_count,
    accessedAt: row.accessed_at,
    writtenBy: row.written_by,
    session: row.session,
    taskId: row.task_id,
  };
}
