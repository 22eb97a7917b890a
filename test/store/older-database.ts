import type { Database } from "../../src/sqlite/database.ts";
import { loadSqlite } from "../../src/sqlite/load-sqlite.ts";
import { migrate } from "../../src/store/sqlite/migrate.ts";
import { migrations } from "../../src/store/sqlite/migrations.ts";

const sqlite = await loadSqlite();

/** A new database as an earlier version of the program made it. */
export function databaseOfVersion(path: string, version: number): Database {
  const database = sqlite.open(path, { create: true });
  database.pragma("journal_mode = WAL");
  const steps = migrations.filter((step) => step.version <= version);
  migrate(database, path, steps);
  return database;
}

interface OldMemory {
  readonly id: string;
  readonly title?: string;
  readonly content?: string;
  readonly scope?: string;
  readonly expiresAt?: number;
  readonly archivedAt?: number;
}

/** A row of the columns that memories had in version 2. */
export function putMemory(database: Database, memory: OldMemory): void {
  const { id, title = id, content = id, scope = "private", expiresAt = null, archivedAt = null } = memory;
  database
    .prepare(
      `INSERT INTO memories (id, namespace, title, content, tier, kind, scope, source, priority, confidence, agent_id, cited,
        metadata, created_at, updated_at, expires_at, archived_at)
      VALUES (?, 'global', ?, ?, 'mid', 'claim', ?, 'nhi', 5, 1, 'a', 0, '{"deep":["inmetadata"]}', 1, 1, ?, ?)`,
    )
    .run(id, title, content, scope, expiresAt, archivedAt);
}
