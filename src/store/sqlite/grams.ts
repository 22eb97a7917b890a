import { type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import { edged, foldText, keyGrams, nameKey, runsOfThree } from "../name-key.ts";
import { parts } from "./parts.ts";
import type { Tables } from "./tables.ts";

// Finds parts of texts by an index: an FTS5 table of trigrams contains each run of three characters. The indexed text ends with two
// marks that no text contains, so that the last characters begin a run too. That of memories, the largest, says which rows contain a run and
// not where.
// See https://www.sqlite.org/fts5.html#the_trigram_tokenizer

export type GramTable = "project_grams" | "task_grams" | "pack_grams" | "memory_grams" | "decision_grams";

const endMark = "\u0001";
const gramLength = 3;
/** So many runs of a text are looked up where what is found is compared with the text. */
const runsLookedUp = 32;
/** Texts that one statement compares: about a millisecond. */
const comparedAtOnce = 500;

/** The text that is indexed for a text. */
export function gramText(text: string): string {
  return `${foldText(text)}${endMark}${endMark}`;
}

/** The text that is indexed for tags: no run of characters goes from one tag into the next. */
export function gramTags(tags: readonly string[]): string {
  return tags.map(gramText).join("");
}

/** The text that is indexed to find like names (see `isNear`). */
export function gramName(name: string): string {
  return edged(nameKey(name));
}

/**
 * Whether the row contains the text in one of the columns, as `foldText` compares texts. A text of one or two characters has no
 * run of three: any run in the index that begins with it counts.
 * @param also rows that are not in the index and contain it
 */
export function holds(
  row: RawBuilder<number>,
  table: Exclude<GramTable, "memory_grams">,
  columns: readonly string[],
  text: string,
  also: readonly number[] = [],
): RawBuilder<SqlBool> {
  const folded = foldText(text);
  const prefix = `{${columns.join(" ")}} : `;
  const wanted =
    [...folded].length < gramLength ? beginningWith(table, prefix, folded) : sql`${`${prefix}${quoted(folded)}`}`;
  return orAlso(row, matches(row, table, wanted), also);
}

/**
 * Conditions that together find the memories that contain the text in title or content, those with higher rows first: what has all runs of
 * the text is compared with it, so many at once that other work of the process does not wait.
 * @param before only rows below
 * @param also rows that are not in the index and contain it
 */
export async function* memoriesHolding(
  transaction: Transaction<Tables>,
  text: string,
  { before, also }: { readonly before: number; readonly also: readonly number[] },
): AsyncGenerator<RawBuilder<SqlBool>> {
  const row = sql<number>`memories.row`;
  const folded = foldText(text);
  const runs = [...runsOfThree(folded)].slice(0, runsLookedUp);
  // What is not longer than a run is in the text where it is in the index.
  if ([...folded].length <= gramLength) {
    const wanted = runs.length === 0 ? beginningWith("memory_grams", "", folded) : sql`${runs.map(quoted).join(" ")}`;
    yield orAlso(row, matches(row, "memory_grams", wanted), also);
    return;
  }
  const candidates = [...(await withRuns(transaction, runs, before)), ...also].sort((a, b) => b - a);
  const compared = sql<SqlBool>`
    EXISTS (
      SELECT 1 FROM memory_grams AS indexed
      WHERE indexed.rowid = ${row} AND (instr(indexed.title, ${folded}) > 0 OR instr(indexed.content, ${folded}) > 0)
    )
  `;
  const holding = orAlso(row, compared, also);
  for (const some of parts(candidates, comparedAtOnce)) yield sql`(${isAmong(row, some)} AND ${holding})`;
}

/** Rows that hold all runs. */
async function withRuns(
  transaction: Transaction<Tables>,
  runs: readonly string[],
  before: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ found: string }>`
    SELECT json_group_array(rowid) AS found FROM memory_grams
    WHERE memory_grams MATCH ${runs.map(quoted).join(" ")} AND rowid < ${before}
  `.execute(transaction);
  // json_group_array of numbers.
  return JSON.parse(rows[0]?.found ?? "[]") as number[];
}

function matches(row: RawBuilder<number>, table: GramTable, wanted: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const grams = sql.table(table);
  return sql<SqlBool>`${row} IN (SELECT rowid FROM ${grams} WHERE ${grams} MATCH ${wanted})`;
}

function orAlso(row: RawBuilder<number>, found: RawBuilder<SqlBool>, also: readonly number[]): RawBuilder<SqlBool> {
  if (also.length === 0) return found;
  return sql`(${found} OR ${isAmong(row, also)})`;
}

function isAmong(row: RawBuilder<number>, rows: readonly number[]): RawBuilder<SqlBool> {
  return sql`${row} IN (SELECT value FROM json_each(${JSON.stringify(rows)}))`;
}

/** Whether the row is one of those whose keys share most with the key, which is not empty. */
export function isNear(row: string, table: "project_grams" | "pack_grams", key: string, limit: number) {
  const shared = `key : (${[...keyGrams(key)].map(quoted).join(" OR ")})`;
  const grams = sql.table(table);
  const near = sql`SELECT rowid FROM ${grams} WHERE ${grams} MATCH ${shared} ORDER BY rank LIMIT ${limit}`;
  return sql<SqlBool>`${sql.ref(row)} IN (${near})`;
}

function beginningWith(table: GramTable, prefix: string, text: string): RawBuilder<unknown> {
  const terms = sql.table(`${table}_terms`);
  // The last code point there is, twice: no run of three that begins with the text comes after it.
  return sql`(
    SELECT coalesce(${prefix} || '(' || group_concat('"' || replace(term, '"', '""') || '"', ' OR ') || ')', '""')
    FROM ${terms} WHERE term >= ${text} AND term <= ${`${text}\u{10ffff}\u{10ffff}`}
  )`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
