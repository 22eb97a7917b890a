// The SQLite of Node itself, in the form of database.ts.
import { pathToFileURL } from "node:url";
import { type Database, type Sqlite, SqliteError, type Statement } from "./database.ts";
import type { NodeDatabase, NodeSqlite, NodeStatement } from "./node-builtin.ts";

const pagesPerStep = 512;

/** @returns undefined: this Node has none, or too old a one */
export function findNodeSqlite(): Sqlite | undefined {
  // The types of Node 20 don't know it; of an older one than 22.16 a part is missing.
  const builtin = withoutWarning(() => process.getBuiltinModule("node:sqlite") as NodeSqlite | undefined);
  if (builtin?.backup === undefined) return undefined;
  const { DatabaseSync, backup } = builtin;
  const open = (path: string | URL, readOnly: boolean) =>
    asDatabase(
      named(() => new DatabaseSync(path, { readOnly })),
      backup,
    );
  return {
    open: (path, { readonly = false, create = false } = {}) => open(create ? path : existing(path, readonly), readonly),
    openBytes(bytes) {
      const database = new DatabaseSync(":memory:");
      if (database.deserialize === undefined) {
        database.close();
        throw new SqliteError("this Node can't read a database from memory", "SQLITE_READONLY");
      }
      named(() => database.deserialize?.(bytes));
      database.exec("PRAGMA query_only = ON");
      return asDatabase(database, backup);
    },
  };
}

/** Node warns, once a process, that its SQLite may change: each command would print it, and its user can't do anything about it. */
function withoutWarning<Value>(load: () => Value): Value {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** An address that SQLite opens and never creates. @see https://www.sqlite.org/uri.html */
function existing(path: string, readonly: boolean): URL {
  const address = pathToFileURL(path);
  address.searchParams.set("mode", readonly ? "ro" : "rw");
  return address;
}

function asDatabase(database: NodeDatabase, backup: NonNullable<NodeSqlite["backup"]>): Database {
  const prepare = <Params extends unknown[], Row>(sql: string) =>
    statementOf<Params, Row>(named(() => database.prepare(sql)));
  return {
    get inTransaction() {
      return database.isTransaction;
    },
    prepare,
    exec: (sql) => named(() => database.exec(sql)),
    pragma(text, { simple = false } = {}) {
      const statement = prepare(`PRAGMA ${text}`);
      return simple ? statement.pluck().get() : statement.all();
    },
    function: (name, options, work) => named(() => database.function(name, options, work)),
    backup: (path, { progress }) =>
      backup(database, path, { rate: pagesPerStep, progress: (pages) => void progress(pages) }).catch(
        (error: unknown) => {
          throw namedError(error);
        },
      ),
    close() {
      if (database.isOpen) database.close();
    },
  };
}

/** Rows have the types that their statement's author states, as those of the other library. */
function statementOf<Params extends unknown[], Row>(
  statement: NodeStatement,
  isPlucked = false,
): Statement<Params, Row> {
  // An array as the only param holds the params, as the other library has it.
  const flat = (params: unknown[]) => (params.length === 1 && Array.isArray(params[0]) ? params[0] : params);
  const read = (row: unknown) => (isPlucked ? firstColumn(row) : row) as Row;
  return {
    reader: statement.columns().length > 0,
    run: (...params) => named(() => statement.run(...flat(params))),
    get(...params) {
      const row = named(() => statement.get(...flat(params)));
      return row === undefined ? undefined : read(row);
    },
    all: (...params) => named(() => statement.all(...flat(params))).map(read),
    *iterate(...params) {
      const rows = named(() => statement.iterate(...flat(params)));
      for (let next = named(() => rows.next()); next.done !== true; next = named(() => rows.next())) {
        yield read(next.value);
      }
    },
    pluck: () => statementOf(statement, true),
  };
}

function firstColumn(row: unknown): unknown {
  return Object.values(row ?? {})[0];
}

function named<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw namedError(error);
  }
}

/** Node's errors have SQLite's number, of which the lower byte is the primary one. @see https://www.sqlite.org/rescode.html */
function namedError(error: unknown): unknown {
  if (!(error instanceof Error) || !("errcode" in error)) return error;
  const name = primaryNames[Number(error.errcode) & 0xff] ?? "SQLITE_ERROR";
  return new SqliteError(error.message, name, { cause: error });
}

/** By number. */
const primaryNames = [
  ...["SQLITE_OK", "SQLITE_ERROR", "SQLITE_INTERNAL", "SQLITE_PERM", "SQLITE_ABORT", "SQLITE_BUSY", "SQLITE_LOCKED"],
  ...["SQLITE_NOMEM", "SQLITE_READONLY", "SQLITE_INTERRUPT", "SQLITE_IOERR", "SQLITE_CORRUPT", "SQLITE_NOTFOUND"],
  ...["SQLITE_FULL", "SQLITE_CANTOPEN", "SQLITE_PROTOCOL", "SQLITE_EMPTY", "SQLITE_SCHEMA", "SQLITE_TOOBIG"],
  ...["SQLITE_CONSTRAINT", "SQLITE_MISMATCH", "SQLITE_MISUSE", "SQLITE_NOLFS", "SQLITE_AUTH", "SQLITE_FORMAT"],
  ...["SQLITE_RANGE", "SQLITE_NOTADB"],
];
