import Sqlite, { type Database } from "better-sqlite3";
import type { Store } from "../store.ts";
import { prepareFile } from "./database-file.ts";
import { readHeader } from "./file-header.ts";
import { judge, marksOf, migrate } from "./migrate.ts";
import { readOnly, readOnlyStore } from "./read-only-store.ts";
import { sqliteStore } from "./sqlite-store.ts";
import { explained } from "./unavailable.ts";
import { type Patience, untilFree } from "./until-free.ts";

/**
 * Opens a store on a file: looks first, read-only, and only then opens it for writing and brings it up to date. A database
 * that is not ours is left as it is; its header is judged before SQLite sees it, because SQLite leaves companion files
 * beside whatever it opens.
 * @throws HostUnavailable
 */
export async function openSqlite(path: string, patience: Patience): Promise<Store> {
  const access = await prepareFile(path);
  try {
    const header = await readHeader(path);
    if (header !== undefined) judge(header, path);
    if (access === "read write") {
      const database = await untilFree(() => openToWrite(path, header !== undefined), patience);
      return sqliteStore(database, path, patience.patienceMs);
    }
    if (header === undefined) throw readOnly(path);
    const store = readOnlyStore(path, patience);
    await store.read(() => Promise.resolve());
    return store;
  } catch (error) {
    throw explained(error, path);
  }
}

/** Never waits: SQLite would do so on the thread. A lock that is met is thrown, and everything may be done again. */
function openToWrite(path: string, holdsSomething: boolean): Database {
  if (holdsSomething) look(path);
  const database = new Sqlite(path, { fileMustExist: true, timeout: 0 });
  try {
    database.pragma("journal_mode = WAL");
    // A write is on the disk before it is acknowledged, so that it outlives a power cut and not just the process. It
    // costs one fsync per write, a fraction of a millisecond on today's disks; agents write a few times a minute.
    database.pragma("synchronous = FULL");
    database.pragma("foreign_keys = ON");
    migrate(database, path);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Judges what the write-ahead log may say beyond the header. */
function look(path: string): void {
  const database = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: 0 });
  try {
    judge(marksOf(database), path);
  } finally {
    database.close();
  }
}
