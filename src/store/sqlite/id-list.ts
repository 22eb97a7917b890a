import { type RawBuilder, type SqlBool, sql } from "kysely";

/** One bound parameter for a list of any length. */
export function inList(texts: readonly string[]): RawBuilder<string> {
  return sql<string>`(SELECT value FROM json_each(${JSON.stringify(texts)}))`;
}

/** Whether an id (hexadecimal digits and '-') begins so, as a range of the index. */
export function beginsWith(column: string, prefix: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(column)} >= ${prefix} AND ${sql.ref(column)} < ${`${prefix}~`})`;
}
