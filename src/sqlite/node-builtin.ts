// What is used of node:sqlite: the types of Node 20, the oldest that is supported, don't have it.
// @see https://nodejs.org/docs/latest-v24.x/api/sqlite.html

export interface NodeStatement {
  columns(): readonly object[];
  run(...params: unknown[]): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint };
  get(...params: unknown[]): unknown;
  all(...params: unknown[]): unknown[];
  iterate(...params: unknown[]): IterableIterator<unknown>;
}

export interface NodeDatabase {
  readonly isOpen: boolean;
  readonly isTransaction: boolean;
  prepare(sql: string): NodeStatement;
  exec(sql: string): void;
  function(name: string, options: { readonly deterministic: boolean }, work: (value: unknown) => unknown): void;
  /** Newer than the rest. */
  deserialize?(bytes: Uint8Array): void;
  close(): void;
}

export interface NodeSqlite {
  readonly DatabaseSync: new (path: string | URL, options?: { readonly readOnly?: boolean }) => NodeDatabase;
  /** The newest of what is needed: since Node 22.16. */
  readonly backup?: (
    source: NodeDatabase,
    path: string,
    options: {
      readonly rate: number;
      progress(pages: { readonly totalPages: number; readonly remainingPages: number }): void;
    },
  ) => Promise<number>;
}
