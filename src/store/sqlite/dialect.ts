import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type TransactionSettings,
} from "kysely";
import { ConnectionInTurns } from "./connection-in-turns.ts";

/**
 * Kysely's dialect for SQLite with two differences. Long work leaves the event loop free between its statements. And a transaction takes
 * its lock at the start, so that only the start can meet another process's lock, before any work is done. A plain BEGIN takes the read lock at the first read and the write lock at the
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
  /** The driver has one connection, and hands it to one at a time. */
  #inTurns: ConnectionInTurns | undefined;

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    this.#inTurns ??= new ConnectionInTurns(connection);
    return this.#inTurns;
  }

  #setLocked(holdsLock: boolean): void {
    if (this.#inTurns !== undefined) this.#inTurns.holdsLock = holdsLock;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    this.#setLocked(false);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } finally {
      this.#setLocked(false);
    }
  }

  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    if (settings?.accessMode !== "read only") {
      await connection.executeQuery(CompiledQuery.raw("begin immediate"));
      this.#setLocked(true);
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
