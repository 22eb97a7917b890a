import { access, constants, link, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { errorCode, isAbsent, reasonOf, unlessAbsent } from "../../../disk/disk-errors.ts";
import { type Database, isSqliteError, type Sqlite, SqliteError } from "../../../sqlite/database.ts";
import { openComplete, usesLog } from "../../../sqlite/open-complete.ts";
import { ProjectFailure } from "../../project-config/failure.ts";
import type { Engine, Work } from "../engine.ts";
import { removeStale, temporaryPath } from "../temporary-files.ts";
import { dumpSqlite } from "./dump-sqlite.ts";
import { loadSqlite } from "./load-sqlite.ts";
import { quoteIdentifier } from "./row-source.ts";

const sideFiles = ["-wal", "-shm", "-journal"];
const pagesPerStep = 512;

/** Databases are files of one folder, with one ending. */
export function sqliteEngine(sqlite: Sqlite, root: string, file: string): Engine {
  const path = resolve(root, file);
  const folder = dirname(path);
  const ending = extname(path);
  const pathOf = (name: string) => join(folder, `${name}${ending}`);

  return {
    defaultDatabase: basename(path, ending),
    dsnOf: (name) => `sqlite:///${pathOf(name)}`,

    async list() {
      const found = async () => {
        await removeStale(folder, Date.now());
        return readdir(folder, { withFileTypes: true });
      };
      const entries = await found().catch((error: unknown) => {
        if (isAbsent(error)) return [];
        throw failed("list", folder, error, "read");
      });
      const names = entries
        .filter((entry) => entry.isFile() && extname(entry.name) === ending && !entry.name.startsWith("."))
        .map((entry) => basename(entry.name, ending))
        .toSorted();
      const facts = names.map(async (name) => ({
        name,
        sizeBytes: (await stat(pathOf(name)).catch(unlessAbsent))?.size ?? null,
        unfinished: null,
      }));
      return Promise.all(facts);
    },

    async create(name) {
      try {
        await mkdir(folder, { recursive: true });
        await removeStaleLogs(pathOf(name));
        await (await open(pathOf(name), "wx")).close();
      } catch (error) {
        if (errorCode(error) === "EEXIST") throw new ProjectFailure("DATABASE_EXISTS", { database: name });
        throw failed("create", pathOf(name), error);
      }
    },

    async drop(name) {
      requireUnlocked(sqlite, pathOf(name));
      // Renamed first: what has the old name is whole or gone.
      const gone = temporaryPath(folder, name, "dropped");
      try {
        await rename(pathOf(name), gone);
        for (const side of sideFiles) await rm(`${pathOf(name)}${side}`, { force: true });
        await rm(gone, { force: true });
      } catch (error) {
        throw failed("drop", pathOf(name), error, "removed");
      }
    },

    ignoresCase: async () => false,

    // What is not whole has a temporary name here, or is a transaction.
    undo: async () => false,

    dump: (name, tables, sink, work) =>
      withDatabase(sqlite, "dump", pathOf(name), true, async (one) =>
        dumpSqlite(one, name, { tables, usesLog: await usesLog(pathOf(name)) }, sink, work),
      ),

    keepsPart: async () => false,

    load: (name, source, work) =>
      withDatabase(sqlite, "import", pathOf(name), false, (one) => loadSqlite(one, source, work)),

    async clone(source, target, work) {
      const beside = temporaryPath(folder, target, "tmp");
      try {
        // SQLite says only that a file can't be opened.
        await access(folder, constants.W_OK);
        await withDatabase(sqlite, "clone", pathOf(source), true, (one) =>
          backUp(one, beside, work).catch((error: unknown) => {
            throw isSqliteError(error) ? failed("clone", pathOf(target), error) : error;
          }),
        );
        await removeStaleLogs(pathOf(target));
        // Unlike a rename, a link never replaces what is there.
        await link(beside, pathOf(target));
      } catch (error) {
        if (errorCode(error) === "EEXIST") throw new ProjectFailure("DATABASE_EXISTS", { database: target });
        const isOfDisk = !(error instanceof ProjectFailure || work.signal.aborted) && errorCode(error) !== undefined;
        throw isOfDisk ? failed("clone", pathOf(target), error) : error;
      } finally {
        for (const side of ["", ...sideFiles]) await rm(`${beside}${side}`, { force: true });
      }
    },

    countRows: (name) =>
      withDatabase(sqlite, "count", pathOf(name), true, async (one) =>
        one
          .prepare<[], string>(
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name",
          )
          .pluck()
          .all()
          .map((table) => ({ table, rows: rowsOf(one, table) })),
      ),
  };
}

function rowsOf(database: Database, table: string): number {
  return (
    database
      .prepare<[], number>(`SELECT count(*) FROM ${quoteIdentifier(table)}`)
      .pluck()
      .get() ?? 0
  );
}

/** Logs of a database whose file is gone, by a drop that was killed or by hand: SQLite would take them for those of a new file. */
async function removeStaleLogs(path: string): Promise<void> {
  if ((await stat(path).catch(unlessAbsent)) !== undefined) return;
  for (const side of sideFiles) await rm(`${path}${side}`, { force: true });
}

/**
 * A transaction of another program would be lost with the file.
 * @throws ProjectFailure where one is open; a file that is not a database, or can't be opened, holds none
 */
function requireUnlocked(sqlite: Sqlite, path: string): void {
  let database: Database | undefined;
  try {
    database = sqlite.open(path);
    database.exec("BEGIN EXCLUSIVE; ROLLBACK");
  } catch (error) {
    if (isSqliteError(error) && /^SQLITE_(?:BUSY|LOCKED)/.test(error.code)) throw failed("drop", path, error);
  } finally {
    database?.close();
  }
}

async function backUp(database: Database, path: string, { signal, progress }: Work): Promise<void> {
  let reportedAt = 0;
  await database.backup(path, {
    progress({ totalPages, remainingPages }) {
      signal.throwIfAborted();
      if (performance.now() - reportedAt > 400) {
        progress(totalPages - remainingPages, totalPages, "pages cloned");
        reportedAt = performance.now();
      }
      return pagesPerStep;
    },
  });
  // Of a database that is locked the library makes no copy, and says nothing.
  if ((await stat(path).catch(unlessAbsent)) !== undefined) return;
  throw new SqliteError("database is locked", "SQLITE_BUSY");
}

async function withDatabase<T>(
  sqlite: Sqlite,
  action: string,
  path: string,
  readonly: boolean,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  let database: Database | undefined;
  try {
    database = readonly ? await openToRead(sqlite, path) : sqlite.open(path);
    return await work(database);
  } catch (error) {
    throw isSqliteError(error) ? failed(action, path, error) : error;
  } finally {
    database?.close();
  }
}

/** Also where the folder may only be read, in which SQLite can't make the files that it wants beside a database with a log. */
async function openToRead(sqlite: Sqlite, path: string): Promise<Database> {
  const database = sqlite.open(path, { readonly: true });
  try {
    database.pragma("schema_version");
    return database;
  } catch (error) {
    database.close();
    if (!isSqliteError(error) || !/^SQLITE_(?:READONLY|CANTOPEN)/.test(error.code)) throw error;
    const complete = await openComplete(sqlite, path).catch((other: unknown) => {
      if (errorCode(other) !== "ERR_FS_FILE_TOO_LARGE") throw other;
    });
    if (complete === undefined) throw error;
    return complete;
  }
}

/** By the beginning of SQLite's code: what is wrong with a file. What it says itself names no file. */
const problems: readonly (readonly [code: string, problem: string])[] = [
  ["SQLITE_FULL", "is on a full disk"],
  ["SQLITE_READONLY", "is read-only; make the file and its folder writable"],
  ["SQLITE_CANTOPEN", "can't be opened; check the permissions of the file and its folder"],
  ["SQLITE_IOERR", "can't be read or written, because its disk fails"],
];

/** @param done what could not be done with the file where the system says why */
function failed(action: string, path: string, error: unknown, done = "written"): ProjectFailure {
  const code = errorCode(error);
  const [, known] = problems.find(([start]) => code?.startsWith(start)) ?? [];
  const isOfSystem = known === undefined && code !== undefined && !isSqliteError(error);
  const said = isOfSystem ? `can't be ${done}: ${reasonOf(error)}` : known;
  const problem = said === undefined ? reasonOf(error) : `'${path}' ${said}`;
  return new ProjectFailure("DATABASE_FAILED", { action, problem }, { cause: error });
}
