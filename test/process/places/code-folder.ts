import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Database } from "../../../src/sqlite/database.ts";
import { openDatabase } from "../../open-database.ts";

/** A folder of code with a configuration, and SQLite databases where a test wants them. */
export interface CodeFolder {
  readonly path: string;
  write(file: string, text: string): string;
  /** Runs SQL in a database of var/db, which is made where it is absent. */
  sql(database: string, sql: string): void;
  /** Single values of a query. */
  values(database: string, query: string): readonly unknown[];
  remove(): void;
}

export const sqliteConfig = `
database:
  dsn: sqlite:var/db/app.db
  allowed: [app, "app_*"]
`;

export function codeFolder(config: string | undefined = sqliteConfig): CodeFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "pegboard-code-")));
  const write = (file: string, text: string) => {
    const whole = join(path, file);
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, text);
    return whole;
  };
  const open = <T>(database: string, work: (opened: Database) => T): T => {
    mkdirSync(join(path, "var/db"), { recursive: true });
    const opened = openDatabase(join(path, "var/db", `${database}.db`));
    try {
      return work(opened);
    } finally {
      opened.close();
    }
  };
  if (config !== "") write("pegboard.project.yaml", config);
  return {
    path,
    write,
    sql: (database, sql) => open(database, (opened) => void opened.exec(sql)),
    values: (database, query) => open(database, (opened) => opened.prepare(query).pluck().all()),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
