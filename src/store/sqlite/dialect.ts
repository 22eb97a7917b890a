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

/** Between two attempts to undo what could not be undone, in ms. */
const undoPauseMs = 100;

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #database: KeptStatements;
  /** The driver has one connection, and hands it to one at a time. */
  #inTurns: ConnectionInTurns | undefined;
  /** Whether a transaction could not be undone, for want of memory: it holds its lock, and nothing else can begin. */
  #leftOpen = false;

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
    } catch (error) {
      this.#leftOpen = true;
      this.#undoSoon();
      throw error;
    } finally {
      this.#setLocked(false);
    }
  }

  #undoLeft(): void {
    if (this.#leftOpen && this.#database.inTransaction) this.#database.prepare("rollback").run();
    this.#leftOpen = false;
  }

  /** Other processes wait for the lock, also while this one has nothing to do. */
  #undoSoon(): void {
    const again = () => {
      try {
        this.#undoLeft();
      } catch {
        // Still not: a transaction that begins meanwhile fails with the reason.
        this.#undoSoon();
      }
    };
    setTimeout(again, undoPauseMs).unref();
  }

  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    this.#undoLeft();
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
