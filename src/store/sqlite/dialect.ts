import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type TransactionSettings,
} from "kysely";

/**
 * Kysely's dialect for SQLite with one difference: a transaction takes its lock at the start, so that only the start can meet
 * another process's lock, before any work is done. A plain BEGIN takes the read lock at the first read and the write lock at the
 * first write, which fails for good when another process has written since the first read.
 * @see https://www.sqlite.org/isolation.html
 */
export class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#config);
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    if (settings?.accessMode !== "read only") {
      await connection.executeQuery(CompiledQuery.raw("begin immediate"));
      return;
    }
    await connection.executeQuery(CompiledQuery.raw("begin"));
    try {
      await connection.executeQuery(CompiledQuery.raw("select 1 from sqlite_schema limit 1"));
    } catch (error) {
      await this.rollbackTransaction(connection);
      throw error;
    }
  }
}
