import type { Readable, Writable } from "node:stream";
import type { DatabaseName } from "./database-name.ts";

/** A clone that fills it, or an import into it while it is empty. */
export interface Unfinished {
  readonly kind: "clone" | "import";
  /** `ownerMark` of the process that works on it. */
  readonly mark: string;
}

export interface DatabaseFacts {
  readonly name: string;
  /** null: the server does not say. */
  readonly sizeBytes: number | null;
  /** What was begun in it and has not ended; null: nothing that is known. */
  readonly unfinished: Unfinished | null;
}

/** What goes on while something long runs. */
export interface Work {
  readonly signal: AbortSignal;
  /** `total` is unknown where it is absent. */
  readonly progress: (done: number, total?: number, message?: string) => void;
  /** Tells the caller what it did not ask for. */
  readonly notice: (text: string) => void;
}

/** A database engine. Names were validated; an engine quotes them by its own rule. All methods throw ProjectFailure DATABASE_FAILED. */
export interface Engine {
  readonly defaultDatabase: string;
  list(work: Work): Promise<readonly DatabaseFacts[]>;
  /** Whether names that differ in the case of letters alone are one database. It is listed in one case, which need not be that of its creation. */
  ignoresCase(work: Work): Promise<boolean>;
  create(name: DatabaseName, work: Work): Promise<void>;
  drop(name: DatabaseName, work: Work): Promise<void>;
  /** Takes away what a process that was killed has left in one of the databases of `list`. @returns false: it is in use */
  undo(name: DatabaseName, unfinished: Unfinished, work: Work): Promise<boolean>;
  /** Writes SQL; `tables` empty: all of them. The stream is ended. @throws TABLE_NOT_FOUND too */
  dump(name: DatabaseName, tables: readonly string[], sink: Writable, work: Work): Promise<void>;
  /** Whether what a `load` has done stays when it fails. */
  keepsPart(name: DatabaseName, work: Work): Promise<boolean>;
  /** Runs SQL. */
  load(name: DatabaseName, source: Readable, work: Work): Promise<void>;
  /** The target is not there yet; afterwards it is whole or not there. */
  clone(source: DatabaseName, target: DatabaseName, work: Work): Promise<void>;
  /** Rows of every table, for the person who confirms that they go. */
  countRows(name: DatabaseName, work: Work): Promise<readonly { readonly table: string; readonly rows: number }[]>;
  /** The value of the variable that a worktree finds its database by. */
  dsnOf(name: DatabaseName): string;
}
