import { type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import { leadingWords } from "../leading-words.ts";
import type { MemoryRows, Viewer } from "../memory-rows.ts";
import type { FoundMemory, MemorySearch, TimeSpan, WantedWord } from "../memory-search.ts";
import type { Fields } from "./fields.ts";
import { conditions, foundColumns, rowsOfPlace } from "./memory-filter.ts";
import { holdingOpened, likeOpened, searchOpened, stemsOfOpened } from "./opened-memories.ts";
import { parts } from "./parts.ts";
import { live, seen } from "./select-memories.ts";
import type { Tables } from "./tables.ts";

/** How many memories the words that are looked up first may hold together. */
const readily = 3_000;

/** What one statement reads: all of a common word, or of a search with a narrow filter, would block the thread for too long. */
const placesAtOnce = 20_000;
const rowsAtOnce = 500;
const stemsAtOnce = 10;

/** Memories of a stem are counted one by one up to here; of more the index says how many there are, unseen ones too. */
const countedUpTo = 50;

/**
 * A stem that only unseen memories hold is left out like one that is nowhere: otherwise the answer to a guessed word would tell whether
 * another agent's private memory holds it.
 */
export async function holding(
  transaction: Transaction<Tables>,
  fields: Fields,
  viewer: Viewer | undefined,
  { stems, liveAt }: { readonly stems: readonly string[]; readonly liveAt: number | undefined },
): Promise<ReadonlyMap<string, number>> {
  const which = liveAt === undefined ? seen(viewer) : sql<SqlBool>`${seen(viewer)} AND ${live(liveAt)}`;
  const counts = new Map<string, number>();
  for (const some of parts(stems, stemsAtOnce)) {
    const { rows } = await sql<{ counts: string }>`
      WITH held (term, doc) AS (
        SELECT term, iif(doc <= ${countedUpTo},
          (SELECT count(*) ${amongHolding(which)}),
          iif(EXISTS (SELECT 1 ${amongHolding(which)}), doc, 0))
        FROM json_each(${JSON.stringify(some)}) AS wanted CROSS JOIN memories_fts_terms ON term = wanted.value
      )
      SELECT json_group_object(term, doc) AS counts FROM held WHERE doc > 0
    `.execute(transaction);
    // json_group_object of texts and numbers.
    const held = JSON.parse(rows[0]?.counts ?? "{}") as Record<string, number>;
    for (const [one, count] of Object.entries(held)) counts.set(one, count);
  }
  for (const [one, count] of await holdingOpened(transaction, fields, viewer, { stems, liveAt })) {
    counts.set(one, (counts.get(one) ?? 0) + count);
  }
  return counts;
}

function amongHolding(which: RawBuilder<SqlBool>): RawBuilder<unknown> {
  return sql`
    FROM memories_fts_places AS place CROSS JOIN memories ON memories.row = place.doc
    WHERE place.term = memories_fts_terms.term AND ${which}
  `;
}

/** A range of the vocabulary. Reading it costs as much as the memories that hold its words. */
export async function stemsBeginning(
  transaction: Transaction<Tables>,
  fields: Fields,
  viewer: Viewer | undefined,
  given: Parameters<MemoryRows["stemsBeginning"]>[0],
): Promise<ReadonlySet<string>> {
  const { beginning, from, to } = given;
  const { rows } = await sql<{ stems: string }>`
    SELECT json_group_array(term) AS stems
    FROM memories_fts_terms
    WHERE term >= ${beginning} AND term < ${`${beginning}\u{10ffff}`} AND length(term) BETWEEN ${from} AND ${to}
  `.execute(transaction);
  // json_group_array of texts.
  const indexed = JSON.parse(rows[0]?.stems ?? "[]") as string[];
  return new Set([...indexed, ...(await stemsOfOpened(transaction, fields, viewer, given))]);
}

/**
 * The index gives the memories of each word; their weights are summed here; the best that pass the filter are read. In a large store the
 * rare words are looked up first, and the common ones only where those find fewer than wanted.
 */
export async function searchMemories(
  transaction: Transaction<Tables>,
  fields: Fields,
  viewer: Viewer | undefined,
  search: MemorySearch,
): Promise<readonly FoundMemory[]> {
  const indexed = await searchIndexed(transaction, viewer, search);
  const opened = await searchOpened(transaction, fields, { viewer, where: conditions(search) }, search);
  return opened.length === 0 ? indexed : [...indexed, ...opened];
}

async function searchIndexed(
  transaction: Transaction<Tables>,
  viewer: Viewer | undefined,
  search: MemorySearch,
): Promise<readonly FoundMemory[]> {
  const order = search.wanted.map((word, number) => ({ word, number })).sort((a, b) => a.word.holding - b.word.holding);
  let sum = 0;
  const first = order.filter(({ word }, place) => {
    sum += word.holding;
    return place === 0 || sum <= readily;
  });
  const found = await readBest(transaction, viewer, search, first);
  return found.length >= search.enough || first.length === order.length
    ? found
    : readBest(transaction, viewer, search, order);
}

interface NumberedWord {
  readonly word: WantedWord;
  readonly number: number;
}

async function readBest(
  transaction: Transaction<Tables>,
  viewer: Viewer | undefined,
  search: MemorySearch,
  wanted: readonly NumberedWord[],
): Promise<readonly FoundMemory[]> {
  const weights = new Map<number, number>();
  const add = (row: number, weight: number) => weights.set(row, (weights.get(row) ?? 0) + weight);
  const among = await rowsOfPlace(transaction, search.filter);
  const holders = await rowsHolding(transaction, wanted, among);
  for (const { rows } of holders) for (const [row, weight] of rows) add(row, weight);
  for (const span of search.spans) for (const row of await rowsWithin(transaction, span)) add(row, span.weight);
  const found: FoundMemory[] = [];
  for (const rows of parts(heaviestFirst(weights), rowsAtOnce)) {
    const read = await readRows(transaction, viewer, search, rows, search.limit - found.length);
    const held = (row: number) => holders.flatMap((holder) => (holder.rows.has(row) ? holder.number : []));
    found.push(...read.map((row) => ({ ...row, held: held(row.row) })));
    if (found.length >= search.limit) break;
  }
  return found;
}

async function readRows(
  transaction: Transaction<Tables>,
  viewer: Viewer | undefined,
  search: MemorySearch,
  wanted: readonly number[],
  limit: number,
): Promise<readonly Omit<FoundMemory, "held">[]> {
  const { rows } = await sql<Omit<FoundMemory, "held">>`
    SELECT ${foundColumns}
    FROM json_each(${JSON.stringify(wanted)}) AS wanted CROSS JOIN memories ON memories.row = wanted.value
    WHERE memories.sealed_content IS NULL AND ${seen(viewer)} AND ${conditions(search)} LIMIT ${limit}
  `.execute(transaction);
  return rows;
}

/** Of equal weight that which was stored last. Few weights differ, so sorting them and then the rows of each is quicker than all at once. */
function* heaviestFirst(weights: ReadonlyMap<number, number>): Generator<number> {
  const rows = new Map<number, number[]>();
  for (const [row, weight] of weights) {
    const equal = rows.get(weight);
    if (equal === undefined) rows.set(weight, [row]);
    else equal.push(row);
  }
  const inOrder = [...rows].sort(([a], [b]) => b - a);
  for (const [, equal] of inOrder) yield* Float64Array.from(equal).sort().reverse();
}

/** For each word the memories that hold it, by the strongest of its stems. @param among undefined: all */
async function rowsHolding(
  transaction: Transaction<Tables>,
  wanted: readonly NumberedWord[],
  among: ReadonlySet<number> | undefined,
): Promise<readonly { readonly number: number; readonly rows: ReadonlyMap<number, number> }[]> {
  const holders = wanted.map(({ number, word }) => ({ number, stems: word.stems, rows: new Map<number, number>() }));
  const stems = [...new Set(wanted.flatMap(({ word }) => [...word.stems.keys()]))];
  for (let from = 0, read = placesAtOnce; read === placesAtOnce; from += placesAtOnce) {
    read = 0;
    for (const { stem, places } of await placesOf(transaction, stems, from)) {
      read += places.length;
      const known = among === undefined ? places : places.filter((row) => among.has(row));
      for (const holder of holders) {
        const weight = holder.stems.get(stem);
        if (weight === undefined) continue;
        for (const row of known) holder.rows.set(row, Math.max(weight, holder.rows.get(row) ?? 0));
      }
    }
  }
  return holders;
}

/** A part of the memories that hold stems, each once for each of them. */
async function placesOf(transaction: Transaction<Tables>, stems: readonly string[], from: number) {
  const { rows } = await sql<{ stem: string; places: string }>`
    SELECT stem, group_concat(doc) AS places FROM (
      SELECT wanted.key AS number, wanted.value AS stem, doc
      FROM json_each(${JSON.stringify(stems)}) AS wanted CROSS JOIN memories_fts_places ON term = wanted.value
      LIMIT ${placesAtOnce} OFFSET ${from}
    ) GROUP BY number
  `.execute(transaction);
  return rows.map(({ stem, places }) => ({ stem, places: places.split(",").map(Number) }));
}

async function rowsWithin(transaction: Transaction<Tables>, { from, to }: TimeSpan): Promise<readonly number[]> {
  const { rows } = await sql<{ found: string }>`
    SELECT json_group_array(row) AS found FROM (
      SELECT row FROM memories WHERE archived_at IS NULL AND created_at >= ${from} AND created_at < ${to} LIMIT ${readily}
    )
  `.execute(transaction);
  // json_group_array of numbers.
  return JSON.parse(rows[0]?.found ?? "[]") as number[];
}

export async function likeMemories(
  transaction: Transaction<Tables>,
  fields: Fields,
  viewer: Viewer | undefined,
  { content, namespace, now, limit }: Parameters<MemoryRows["like"]>[0],
): Promise<readonly string[]> {
  const { words, least } = leadingWords(content);
  const { rows } = await sql<{ id: string }>`
    WITH hit (memory, words) AS MATERIALIZED (
      SELECT memory, count(*) FROM json_each(${JSON.stringify(words)}) AS wanted CROSS JOIN memory_leading_words
      WHERE memory_leading_words.namespace = ${namespace} AND word = wanted.value
      GROUP BY memory HAVING count(*) >= ${least}
    )
    SELECT memories.id FROM hit CROSS JOIN memories ON memories.row = hit.memory WHERE ${live(now)}
    ORDER BY hit.words DESC, hit.memory DESC LIMIT ${limit}
  `.execute(transaction);
  const where = sql`${live(now)} AND memories.namespace = ${namespace}`;
  const opened = await likeOpened(transaction, fields, { viewer, where }, { content, limit });
  return [...opened, ...rows.map((row) => row.id)].slice(0, limit);
}
