import type { Database, Statement } from "../../sqlite/database.ts";

/** More than the services have; the texts of a few statements depend on what is asked. */
const maxKept = 256;

/** What Kysely needs of a database. */
export interface KeptStatements {
  prepare(sql: string): Statement;
  /** Whether a transaction is open. SQLite ends it by itself after some errors, such as that of a full disk. */
  readonly inTransaction: boolean;
  close(): void;
}

/** Prepares each statement once: a call of a service runs about fifteen, and preparing one takes longer than most of them run. */
export function keptStatements(database: Database): KeptStatements {
  const kept = new Map<string, Statement>();
  return {
    get inTransaction() {
      return database.inTransaction;
    },
    prepare(sql) {
      const known = kept.get(sql);
      if (known !== undefined) return known;
      const statement = database.prepare(sql);
      if (kept.size >= maxKept) kept.clear();
      kept.set(sql, statement);
      return statement;
    },
    close: () => void database.close(),
  };
}
