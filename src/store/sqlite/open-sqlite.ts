import { statSync } from "node:fs";
import { HostUnavailable } from "../../runtime/errors.ts";
import type { Database, Sqlite } from "../../sqlite/database.ts";
import { loadSqlite, SqliteMissing } from "../../sqlite/load-sqlite.ts";
import { type Patience, untilFree } from "../../sqlite/until-free.ts";
import type { Store } from "../store.ts";
import type { Keyring } from "../vault.ts";
import { prepareFile } from "./database-file.ts";
import { readHeader } from "./file-header.ts";
import { checkMarks, marksOf, migrate } from "./migrate.ts";
import { readOnly, readOnlyStore } from "./read-only-store.ts";
import { keptOf, sqliteStore } from "./sqlite-store.ts";
import { toHostUnavailable } from "./unavailable.ts";

/**
 * Opens a store on a file: checks it first, read-only, and only then opens it for writing and migrates it. A database of another
 * program is not changed; its header is checked before SQLite opens it, because SQLite leaves companion files beside every file
 * that it opens.
 * @throws HostUnavailable
 */
export async function openSqlite(path: string, patience: Patience, keyring?: Keyring): Promise<Store> {
  const sqlite = await loadSqlite().catch((error: unknown) => {
    if (!(error instanceof SqliteMissing)) throw error;
    throw new HostUnavailable(`the store has no SQLite: ${error.message}`, "never", { cause: error });
  });
  const access = await prepareFile(path);
  try {
    const header = await readHeader(path);
    if (header !== undefined) checkMarks(header, path);
    if (access === "read write") {
      const database = await untilFree(() => openToWrite(sqlite, path, header !== undefined), patience);
      return sqliteStore(database, path, patience.patienceMs, keptOf(keyring));
    }
    if (header === undefined) throw readOnly(path);
    const store = readOnlyStore(sqlite, path, patience, keyring);
    await store.read(() => Promise.resolve());
    return store;
  } catch (error) {
    throw toHostUnavailable(error, path);
  }
}

/** Never waits, because SQLite would block the thread. A lock is thrown, and all of it can be repeated. */
function openToWrite(sqlite: Sqlite, path: string, hasHeader: boolean): Database {
  if (hasHeader && hasLog(path)) checkLog(sqlite, path);
  const database = sqlite.open(path);
  try {
    database.pragma("journal_mode = WAL");
    // A write is on the disk before it is acknowledged, so it survives a power cut. It costs one fsync per write, a fraction of
    // a millisecond; agents write a few times a minute.
    database.pragma("synchronous = FULL");
    // Where few writes are large, their commits move the log, so that it has about 2 MB unless a reader holds it. All others leave that
    // to `checkpoint`.
    database.pragma("wal_autocheckpoint = 500");
    database.pragma("foreign_keys = ON");
    // What is removed is overwritten: a removed secret must not be found in the file.
    database.pragma("secure_delete = ON");
    migrate(database, path);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The last process that closes a database takes its log away: then the header says everything. */
function hasLog(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Checks the marks with the write-ahead log, which may be newer than the header. */
function checkLog(sqlite: Sqlite, path: string): void {
  const database = sqlite.open(path, { readonly: true });
  try {
    checkMarks(marksOf(database), path);
  } finally {
    database.close();
  }
}
