import Sqlite, { type Database } from "better-sqlite3";
import { gramText } from "../../src/store/sqlite/grams.ts";
import { applicationId, migrations } from "../../src/store/sqlite/migrations.ts";

/** A new database as the program of that version made it; the connection stays open. */
export function databaseOfVersion(path: string, version: number): Database {
  const database = new Sqlite(path);
  database.function("gram_text", { deterministic: true }, (text) => gramText(String(text)));
  database.pragma("journal_mode = WAL");
  for (const migration of migrations.filter((one) => one.version <= version)) database.exec(migration.sql);
  database.pragma(`application_id = ${applicationId}`);
  database.pragma(`user_version = ${version}`);
  return database;
}
