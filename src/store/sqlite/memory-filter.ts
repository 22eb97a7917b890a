import { type RawBuilder, sql, type Transaction } from "kysely";
import { type FoundMemory, type MemoryFilter, type MemorySearch, readCharacters } from "../memory-search.ts";
import { foldTag } from "./fold-tag.ts";
import { atOrBelow, live } from "./select-memories.ts";
import type { Tables } from "./tables.ts";

const fewRows = 3_000;

/** What a ranking needs of a memory. */
export const foundColumns = sql<Omit<FoundMemory, "held">>`
  memories.id, memories.row, memories.namespace, memories.title, substr(memories.content, 1, ${readCharacters}) AS content,
  coalesce((SELECT group_concat(tag, char(10)) FROM memory_tags WHERE memory = memories.row), '') AS tags,
  memories.metadata, memories.tier, memories.priority, memories.confidence, memories.created_at, memories.updated_at
`;

/** The rows of a namespace, where that are few: then nothing need be looked for everywhere. @returns undefined: many, or all */
export async function rowsOfPlace(
  transaction: Transaction<Tables>,
  { namespace }: MemoryFilter,
): Promise<ReadonlySet<number> | undefined> {
  if (namespace === undefined) return undefined;
  const { rows } = await sql<{ found: string }>`
    SELECT json_group_array(row) AS found
    FROM (SELECT row FROM memories WHERE ${inNamespace(namespace)} LIMIT ${fewRows + 1})
  `.execute(transaction);
  // json_group_array of numbers.
  const found = JSON.parse(rows[0]?.found ?? "[]") as number[];
  return found.length > fewRows ? undefined : new Set(found);
}

/** The parts of the filter that are present, for a query of `memories`. */
export function conditions({ filter, now }: Pick<MemorySearch, "filter" | "now">): RawBuilder<unknown> {
  const all = [
    ...(filter.includeArchived ? [] : [live(now)]),
    ...(filter.namespace === undefined ? [] : [inNamespace(filter.namespace)]),
    ...(filter.tags === undefined ? [] : [tagged(filter.tags)]),
    ...(filter.kinds === undefined
      ? []
      : [sql`memories.kind IN (SELECT value FROM json_each(${JSON.stringify(filter.kinds)}))`]),
    ...(filter.tier === undefined ? [] : [sql`memories.tier = ${filter.tier}`]),
    ...(filter.agentId === undefined ? [] : [sql`memories.agent_id = ${filter.agentId}`]),
    ...(filter.sourceUri === undefined ? [] : [sql`memories.source_uri = ${filter.sourceUri}`]),
    ...(filter.since === undefined ? [] : [sql`memories.updated_at >= ${filter.since}`]),
    ...(filter.until === undefined ? [] : [sql`memories.updated_at < ${filter.until}`]),
    ...(filter.confidence === undefined
      ? []
      : [sql`memories.confidence >= ${filter.confidence.from} AND memories.confidence < ${filter.confidence.below}`]),
    ...(filter.sourceUriPrefix === undefined
      ? []
      : [sql`substr(memories.source_uri, 1, length(${filter.sourceUriPrefix})) = ${filter.sourceUriPrefix}`]),
    ...(filter.cited === undefined ? [] : [sql`memories.cited = 1`]),
    ...(filter.linked === undefined ? [] : [sql`memories.task IS NOT NULL`]),
    ...(filter.visibleTo === undefined ? [] : [visibleTo(filter.visibleTo)]),
  ];
  return all.length === 0 ? sql`TRUE` : sql.join(all, sql` AND `);
}

function inNamespace({ path, below }: NonNullable<MemoryFilter["namespace"]>): RawBuilder<unknown> {
  return below ? atOrBelow(path) : at(path);
}

function at(path: string): RawBuilder<unknown> {
  return sql`memories.namespace = ${path}`;
}

function tagged(tags: readonly string[]): RawBuilder<unknown> {
  const folded = JSON.stringify(tags.map(foldTag));
  return sql`EXISTS (
    SELECT 1 FROM memory_tags
    WHERE memory_tags.memory = memories.row AND memory_tags.folded IN (SELECT value FROM json_each(${folded}))
  )`;
}

function visibleTo(position: NonNullable<MemoryFilter["visibleTo"]>): RawBuilder<unknown> {
  return sql`CASE memories.scope
    WHEN 'private' THEN ${at(position.private)}
    WHEN 'team' THEN ${atOrBelow(position.team)}
    WHEN 'unit' THEN ${atOrBelow(position.unit)}
    WHEN 'org' THEN ${atOrBelow(position.org)}
    ELSE TRUE END`;
}
