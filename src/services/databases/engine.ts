import type { Readable, Writable } from "node:stream";
import type { DatabaseName } from "./database-name.ts";

export interface DatabaseFacts {
  readonly name: string;
  /** null: the server does not say. */
  readonly sizeBytes: number | null;
}

/** What goes on while something long runs. */
export interface Work {
  readonly signal: AbortSignal;
  /** `total` is unknown where it is absent. */
  readonly progress: (done: number, total?: number, message?: string) => void;
}

/** A database engine. Names were validated; an engine quotes them by its own rule. All methods throw ProjectFailure DATABASE_FAILED. */
export interface Engine {
  readonly defaultDatabase: string;
  list(work: Work): Promise<readonly DatabaseFacts[]>;
  create(name: DatabaseName, work: Work): Promise<void>;
  drop(name: DatabaseName, work: Work): Promise<void>;
  /** Writes SQL; `tables` empty: all of them. The stream is ended. */
  dump(name: DatabaseName, tables: readonly string[], sink: Writable, work: Work): Promise<void>;
  /** Runs SQL. */
  load(name: DatabaseName, source: Readable, work: Work): Promise<void>;
  /** The target is not there yet; afterwards it is whole or not there. */
  clone(source: DatabaseName, target: DatabaseName, work: Work): Promise<void>;
  /** Rows of every table, for the person who confirms that they go. */
  countRows(name: DatabaseName, work: Work): Promise<readonly { readonly table: string; readonly rows: number }[]>;
  /** The value of the variable that a worktree finds its database by. */
  dsnOf(name: DatabaseName): string;
}
