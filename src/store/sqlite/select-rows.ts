import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** One bound parameter for a list of any length. */
export function inList(texts: readonly string[]): RawBuilder<string> {
  return sql<string>`(SELECT value FROM json_each(${JSON.stringify(texts)}))`;
}

/** The rows of a query, converted. */
export async function all<Selected, Row>(
  query: { execute(): Promise<readonly Selected[]> },
  toRow: (selected: Selected) => Row,
): Promise<readonly Row[]> {
  return (await query.execute()).map(toRow);
}

/** The first row of a query, converted. */
export async function first<Selected, Row>(
  query: { executeTakeFirst(): Promise<Selected | undefined> },
  toRow: (selected: Selected) => Row,
): Promise<Row | undefined> {
  const selected = await query.executeTakeFirst();
  return selected === undefined ? undefined : toRow(selected);
}

/** The rows in the order of the ids; unknown ids are left out. */
export function inOrder<Row extends { readonly id: string }>(
  rows: readonly Row[],
  ids: readonly string[],
): readonly Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The rows whose id (hexadecimal digits and '-') begins with the prefix, by id, as a range of the index. */
export function withIdPrefix<Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  column: string,
  prefix: string,
  limit: number,
): SelectQueryBuilder<Tables, Table, Row> {
  const id = sql.ref(column);
  return query
    .where(sql<SqlBool>`(${id} >= ${prefix} AND ${id} < ${`${prefix}~`})`)
    .orderBy(id)
    .limit(limit);
}

export function rowOfTask(id: string) {
  return sql<number>`(SELECT row FROM tasks WHERE id = ${id})`;
}

export function rowOfProject(id: string) {
  return sql<number>`(SELECT row FROM projects WHERE id = ${id})`;
}
