import { type RawBuilder, sql, type Transaction } from "kysely";
import type { MemoryRows, Viewer } from "../memory-rows.ts";
import { type MemoryFilter, type MemorySearch, ranking, type SearchHit } from "../memory-search.ts";
import { foldTag } from "./fold-tag.ts";
import { live, seen } from "./select-memories.ts";
import type { Tables } from "./tables.ts";

const dayMs = 86_400_000;

/** The idf of FTS5 for a word that half of the rows contain, or more. @see sqlite, fts5_aux.c, fts5Bm25GetData */
const fts5MinIdf = 1e-6;

/**
 * One statement: each word is looked up in the index by itself, so that the share of words found comes from the index
 * too, and BM25, a sum over words, can be weighted by word. A word is passed as a quoted string, so it is never
 * parsed as query syntax. FTS5 counts words that half of the rows contain as nearly nothing, and in a small store these are most
 * words; so its idf, ln(rarity), is replaced by ln(1 + rarity), which is never 0.
 */
export async function searchMemories(
  transaction: Transaction<Tables>,
  viewer: Viewer | undefined,
  search: MemorySearch,
): Promise<readonly SearchHit[]> {
  const asked = search.words.filter((word) => word.asked).length;
  if (search.words.length === 0) return [];
  const queries = search.words.map(({ word, weight, asked }) => [`"${word}"`, weight, asked ? 1 : 0]);
  const { title, tags, content, metadata } = ranking.columns;
  const { rows } = await sql<SearchHit>`
    WITH
      word (number, query, weight, asked) AS MATERIALIZED (
        SELECT key, value ->> 0, value ->> 1, value ->> 2 FROM json_each(${JSON.stringify(queries)})
      ),
      hit (memory, word, strength, weight, asked) AS MATERIALIZED (
        SELECT memories_fts.rowid, word.number, -bm25(memories_fts, ${title}, ${tags}, ${content}, ${metadata}),
               word.weight, word.asked
        FROM word CROSS JOIN memories_fts WHERE memories_fts MATCH word.query
      ),
      spread (word, rarity) AS MATERIALIZED (
        SELECT word, ((SELECT count(*) FROM memories) - count(*) + 0.5) / (count(*) + 0.5) FROM hit GROUP BY word
      ),
      found (memory, strength, asked) AS MATERIALIZED (
        SELECT hit.memory,
               sum(hit.strength / iif(rarity > 1, ln(rarity), ${fts5MinIdf}) * ln(1 + rarity) * hit.weight),
               sum(hit.asked)
        FROM hit JOIN spread ON spread.word = hit.word GROUP BY hit.memory
      ),
      kept AS MATERIALIZED (
        SELECT memories.id, memories.priority, memories.confidence, memories.updated_at, found.strength,
               CAST(found.asked AS REAL) / ${Math.max(1, asked)} AS score
        FROM found CROSS JOIN memories ON memories.row = found.memory
        WHERE ${seen(viewer)} AND ${conditions(search)}
      )
    SELECT kept.id, kept.score,
      kept.strength / max(kept.strength) OVER ()
        + ${ranking.score} * kept.score
        + ${ranking.priority} * kept.priority / 10.0
        + ${ranking.confidence} * kept.confidence
        + ${ranking.recency} / (1 + ${ranking.recencyPerDay} * max(0, ${search.now} - kept.updated_at) * 1.0 / ${dayMs})
        + iif(kept.id IN (SELECT value FROM json_each(${JSON.stringify(search.preferred)})), ${ranking.preferred}, 0)
        AS rank
    FROM kept WHERE kept.score >= ${search.minScore}
    ORDER BY rank DESC, kept.id LIMIT ${search.limit}
  `.execute(transaction);
  return rows;
}

/**
 * Counts words only, without a rank and with columns of indexes only, because reading a row behind its content means reading all of
 * the content.
 */
export async function sharingWords(
  transaction: Transaction<Tables>,
  { namespace, words, now, limit }: Parameters<MemoryRows["sharingWords"]>[0],
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH
      hit (memory, words) AS MATERIALIZED (
        SELECT memories_fts.rowid, count(*)
        FROM json_each(${JSON.stringify(words.map((word) => `content : "${word}"`))}) AS word CROSS JOIN memories_fts
        WHERE memories_fts MATCH word.value GROUP BY memories_fts.rowid
      ),
      best (memory, words) AS MATERIALIZED (
        SELECT memory, words FROM hit
        WHERE memory IN (SELECT row FROM memories WHERE namespace = ${namespace} AND archived_at IS NULL)
          AND memory NOT IN (SELECT row FROM memories WHERE archived_at IS NULL AND expires_at <= ${now})
        ORDER BY words DESC, memory DESC LIMIT ${limit}
      )
    SELECT memories.id FROM best CROSS JOIN memories ON memories.row = best.memory
    ORDER BY best.words DESC, best.memory DESC
  `.execute(transaction);
  return rows.map((row) => row.id);
}

function conditions({ filter, now }: MemorySearch): RawBuilder<unknown> {
  const all = [
    ...(filter.includeArchived ? [] : [live(now)]),
    ...(filter.namespace === undefined
      ? []
      : [filter.namespace.below ? atOrBelow(filter.namespace.path) : at(filter.namespace.path)]),
    ...(filter.tags === undefined ? [] : [tagged(filter.tags)]),
    ...(filter.kinds === undefined
      ? []
      : [sql`memories.kind IN (SELECT value FROM json_each(${JSON.stringify(filter.kinds)}))`]),
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

function at(path: string): RawBuilder<unknown> {
  return sql`memories.namespace = ${path}`;
}

/** '0' is the character after '/': the range holds exactly what starts with `path/`. */
function atOrBelow(path: string): RawBuilder<unknown> {
  return sql`(memories.namespace = ${path} OR (memories.namespace > ${`${path}/`} AND memories.namespace < ${`${path}0`}))`;
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
