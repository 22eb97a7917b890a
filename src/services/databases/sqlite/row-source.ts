import type { Database } from "../../../sqlite/database.ts";
import { ProjectFailure } from "../../project-config/failure.ts";

interface Column {
  readonly name: string;
  readonly type: string;
  readonly pk: number;
  readonly hidden: number;
}

export interface TableKind {
  readonly name: string;
  readonly type: string;
  /** 1: WITHOUT ROWID. */
  readonly wr: number;
}

/** Virtual tables that show what is in others: nothing can be written into them. */
const shown = /\bUSING\s+["'`[]?(?:fts5vocab|fts4aux|fts3tokenize|dbstat|sqlite_dbpage)\b/i;
const fullText = /\bUSING\s+["'`[]?fts[345]\b/i;
const contentless = /\bcontent\s*=\s*(?:''|"")/i;

/**
 * The columns of which a dump writes a table's rows again, quoted; none where it has no rows of its own. The rowid is one of them where no column
 * has it: an index of full text finds rows by it.
 * @throws ProjectFailure where the text of the rows is stored nowhere
 */
export function columnsToDump(
  database: Database,
  { name, sql }: { readonly name: string; readonly sql: string | null },
  kind: TableKind | undefined,
): readonly string[] {
  const all = database.prepare<[string], Column>("SELECT name, type, pk, hidden FROM pragma_table_xinfo(?)").all(name);
  const columns = all.filter(({ hidden }) => hidden === 0);
  const own = columns.map((column) => quoteIdentifier(column.name));
  const text = sql ?? "";
  if (kind?.type === "virtual") {
    if (shown.test(text)) return [];
    if (!fullText.test(text)) return own;
    if (contentless.test(text) && hasRows(database, name)) {
      const problem = `the index '${name}' is contentless: what was indexed is stored nowhere, so SQL can't hold it; a clone has it, and 'tables' dumps the other tables`;
      throw new ProjectFailure("DATABASE_FAILED", { action: "dump", problem });
    }
    return ["rowid", ...own];
  }
  const keys = columns.filter(({ pk }) => pk > 0);
  const isRowid = keys.length === 1 && keys[0]?.type.toUpperCase() === "INTEGER";
  if (kind?.type !== "table" || kind.wr !== 0 || isRowid) return own;
  const taken = new Set(all.map((column) => column.name.toLowerCase()));
  const free = ["rowid", "_rowid_", "oid"].find((alias) => !taken.has(alias));
  return free === undefined ? own : [free, ...own];
}

function hasRows(database: Database, index: string): boolean {
  return database.prepare(`SELECT 1 FROM ${quoteIdentifier(`${index}_docsize`)} LIMIT 1`).get() !== undefined;
}

/** An identifier by SQLite's rule. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
