import { type SqlBool, sql, type Transaction } from "kysely";
import type { MemoryRow, Viewer } from "../memory-rows.ts";
import type { FieldKey } from "../vault.ts";
import type { Fields } from "./fields.ts";
import { keyFor, metadataIn, openMemory } from "./seal-memory.ts";
import type { Tables } from "./tables.ts";

/** @param viewer undefined: sees all */
export function selectMemories(transaction: Transaction<Tables>, viewer: Viewer | undefined) {
  return transaction
    .selectFrom("memories")
    .where(seen(viewer))
    .selectAll()
    .select([
      sql<string>`(SELECT json_group_array(tag ORDER BY position) FROM memory_tags WHERE memory = memories.row)`.as(
        "tags",
      ),
      sql<string | null>`(SELECT id FROM tasks WHERE row = memories.task)`.as("taskId"),
      sql<string | null>`(SELECT id FROM memories AS whole WHERE whole.row = memories.version_of)`.as("versionOfId"),
    ]);
}

/** What is private is seen by the agent that wrote it; the param `agent_id` of a store changes nothing about that. */
export function seen(viewer: Viewer | undefined) {
  if (viewer === undefined) return sql<SqlBool>`TRUE`;
  return sql<SqlBool>`(memories.scope <> 'private' OR memories.written_by = ${viewer.agent ?? null})`;
}

/** '0' is the character after '/': the range holds exactly what lies below. */
export function atOrBelow(namespace: string) {
  const [first, end] = [`${namespace}/`, `${namespace}0`];
  return sql<SqlBool>`(memories.namespace = ${namespace} OR (memories.namespace > ${first} AND memories.namespace < ${end}))`;
}

/** Neither archived nor expired. */
export function live(now: number) {
  return sql<SqlBool>`(memories.archived_at IS NULL AND (memories.expires_at IS NULL OR memories.expires_at > ${now}))`;
}

export function rowOfMemory(id: string | null) {
  return sql<number | null>`(SELECT row FROM memories WHERE id = ${id})`;
}

type SelectedMemory = Awaited<ReturnType<ReturnType<typeof selectMemories>["execute"]>>[number];

interface Selection<Selected> {
  execute(): Promise<readonly Selected[]>;
}

/** The rows of a selection, with their texts opened where they are encrypted. */
export async function readMemories(query: Selection<SelectedMemory>, fields: Fields): Promise<readonly MemoryRow[]> {
  return readEach(query, fields, memoryRow);
}

/** The same where more is selected. @param toRow gets the key where it is needed */
export async function readEach<Selected extends SelectedMemory, Row>(
  query: Selection<Selected>,
  fields: Fields,
  toRow: (selected: Selected, key: FieldKey | undefined) => Row,
): Promise<readonly Row[]> {
  const rows = await query.execute();
  const key = await keyFor(fields, rows);
  return rows.map((selected) => toRow(selected, key));
}

/** @param key of the vault, needed only for an encrypted memory; undefined: locked */
export function memoryRow(selected: SelectedMemory, key: FieldKey | undefined): MemoryRow {
  const {
    row: _row,
    task: _task,
    versionOf: _versionOf,
    sealedTitle: _sealedTitle,
    sealedMetadata: _sealedMetadata,
    sealedContent,
    versionOfId,
    tags,
    cited,
    metadata,
    ...memory
  } = selected;
  // Most are plain, and nothing is copied for them.
  const opened = sealedContent === null ? undefined : openMemory(selected, key);
  return {
    ...memory,
    title: opened?.title ?? memory.title,
    content: opened?.content ?? memory.content,
    encrypted: opened !== undefined,
    locked: opened?.locked ?? false,
    versionOf: versionOfId,
    cited: cited === 1,
    // The column is written by the store only, by JSON.stringify of a list of texts.
    tags: JSON.parse(tags) as string[],
    metadata: metadataIn(opened?.metadata ?? metadata),
  };
}
