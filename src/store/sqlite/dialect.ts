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
import type { KeptStatements } from "./kept-statements.ts";

/**
 * Kysely's dialect for SQLite with three differences. Long work leaves the event loop free between its statements. A transaction takes
 * its lock at the start, so that only the start can meet another process's lock, before any work is done: a plain BEGIN takes the
 * read lock at the first read and the write lock at the first write, which fails for good when another process has written since the
 * first read. And a transaction that SQLite has undone by itself is not undone again, which would hide the first error.
 * @see https://www.sqlite.org/isolation.html
 */
export class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: ImmediateConfig;

  constructor(config: ImmediateConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#config);
  }
}

interface ImmediateConfig extends SqliteDialectConfig {
  readonly database: KeptStatements;
}

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #database: KeptStatements;
  /** The driver has one connection, and hands it to one at a time. */
  #inTurns: ConnectionInTurns | undefined;

  constructor(config: ImmediateConfig) {
    super(config);
    this.#database = config.database;
  }

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
      if (this.#database.inTransaction) await super.rollbackTransaction(connection);
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
