import type { SqlStatement } from "./split-statements.ts";

/** Statements of an SQL file that would reach another file than the database's own, or change how files are read. */
const refused: ReadonlySet<string> = new Set(["ATTACH", "DETACH", "VACUUM", "PRAGMA", "EXPLAIN"]);

/** A file's own transaction: the whole import is one. */
const ignored: ReadonlySet<string> = new Set(["BEGIN", "COMMIT", "END", "ROLLBACK"]);

/** What dumps begin with. The import does the first two by itself. */
const knownPragma =
  /^\s*PRAGMA\s+(foreign_keys|encoding|user_version|application_id|journal_mode(?=\s*=\s*WAL\b))\s*=\s*['"]?[A-Za-z0-9-]+['"]?\s*;?\s*$/i;

/** "log": the database has a write-ahead log, which can't be made in a transaction. */
export function verdictOf({ sql, words }: SqlStatement): "run" | "ignore" | "refuse" | "log" {
  const [first = "", second] = words;
  const pragma = first === "PRAGMA" ? knownPragma.exec(withoutComments(sql))?.[1]?.toLowerCase() : undefined;
  if (pragma === "journal_mode") return "log";
  if (pragma !== undefined) return pragma === "foreign_keys" || pragma === "encoding" ? "ignore" : "run";
  // `ROLLBACK TO` a savepoint of the file is its own business.
  if (first === "ROLLBACK" && (second === "TO" || words[2] === "TO")) return "run";
  if (ignored.has(first)) return "ignore";
  return refused.has(first) ? "refuse" : "run";
}

function withoutComments(sql: string): string {
  return sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, " ");
}
