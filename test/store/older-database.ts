import Sqlite from "better-sqlite3";
import { migrate } from "../../src/store/sqlite/migrate.ts";
import { migrations } from "../../src/store/sqlite/migrations.ts";

/** A new database as an earlier version of the program made it. */
export function databaseOfVersion(path: string, version: number): Sqlite.Database {
  const database = new Sqlite(path);
  database.pragma("journal_mode = WAL");
  const steps = migrations.filter((step) => step.version <= version);
  migrate(database, path, steps);
  return database;
}
