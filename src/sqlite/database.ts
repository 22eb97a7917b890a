// SQLite as the store and the engine of file databases use it, whichever library has it.

/** A prepared statement. */
export interface Statement<Params extends unknown[] = unknown[], Row = unknown> {
  /** Whether it returns rows. */
  readonly reader: boolean;
  run(...params: Params): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint };
  get(...params: Params): Row | undefined;
  all(...params: Params): Row[];
  iterate(...params: Params): IterableIterator<Row>;
  /** Only the first column of each row from now on. */
  pluck(): Statement<Params, Row>;
}

/** One connection. Each of its functions throws errors whose `code` is SQLite's name of the error, such as SQLITE_BUSY. */
export interface Database {
  /** Whether a transaction is open. */
  readonly inTransaction: boolean;
  prepare<Params extends unknown[] = unknown[], Row = unknown>(sql: string): Statement<Params, Row>;
  exec(sql: string): unknown;
  /** @returns rows, or with `simple` the first column of the first one */
  pragma(text: string, options?: { readonly simple?: boolean }): unknown;
  /** Makes a function known to SQL. */
  function(name: string, options: { readonly deterministic: boolean }, work: (value: unknown) => unknown): unknown;
  /**
   * Copies the database into a new file.
   * @param options.progress called after each step; it returns the number of pages of the next one, and what it throws ends the copy
   */
  backup(path: string, options: { progress(pages: BackupPages): number }): Promise<unknown>;
  /** Closing twice does nothing. */
  close(): unknown;
}

export interface BackupPages {
  readonly totalPages: number;
  readonly remainingPages: number;
}

export interface OpenOptions {
  readonly readonly?: boolean;
  /** Creates the file where there is none; otherwise that is SQLITE_CANTOPEN. */
  readonly create?: boolean;
}

/** A library of SQLite. No connection of it waits for locks. */
export interface Sqlite {
  open(path: string, options?: OpenOptions): Database;
  /** @param bytes of a database file, which are copied; the database can only be read */
  openBytes(bytes: Buffer): Database;
}

/** @property code SQLite's name of the error */
export class SqliteError extends Error {
  readonly code: string;

  constructor(message: string, code: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SqliteError";
    this.code = code;
  }
}

/** Whether an error is SQLite's own, of either library. */
export function isSqliteError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_");
}

/** Runs work in a transaction that takes the write lock first: all of it or none of it. */
export function immediately(database: Database, work: () => void): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    work();
    database.exec("COMMIT");
  } catch (error) {
    // SQLite undoes it by itself after some errors.
    if (database.inTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
