import { setImmediate as nextTurn } from "node:timers/promises";
import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";

/** How long the statements of one turn of the event loop may take together, in ms: afterwards everything else has its turn. */
export const turnMs = 3;

/**
 * A connection whose statements leave the event loop free from time to time. Each of them blocks the thread, and those that follow one
 * another, of one transaction or of many that wait in line, would otherwise all run in the same turn: no ping, cancellation or shutdown
 * could be handled meanwhile. A transaction that holds the write lock is not interrupted: other processes wait for it.
 */
export class ConnectionInTurns implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  /** Whether the write lock is held. */
  holdsLock = false;
  /** When the first statement of this turn began. */
  #begun: number | undefined;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const isLong = this.#begun !== undefined && performance.now() - this.#begun > turnMs;
    if (isLong && !this.holdsLock) await nextTurn();
    if (this.#begun === undefined) {
      this.#begun = performance.now();
      setImmediate(() => {
        this.#begun = undefined;
      });
    }
    return this.#connection.executeQuery(query);
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery(query, chunkSize);
  }
}
