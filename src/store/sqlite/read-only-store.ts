import { readFile, stat } from "node:fs/promises";
import type { HostUnavailable } from "../../runtime/errors.ts";
import { type Database, type Sqlite, SqliteError } from "../../sqlite/database.ts";
import { type Patience, untilFree } from "../../sqlite/until-free.ts";
import type { Store } from "../store.ts";
import type { Keyring } from "../vault.ts";
import { databaseUnavailable } from "./database-unavailable.ts";
import { checkMarks, marksOf } from "./migrate.ts";
import { currentVersion } from "./migrations.ts";
import { keptOf, kyselyOf, rowsOf, transact } from "./sqlite-store.ts";
import { toHostUnavailable } from "./unavailable.ts";
import { unlessAborted } from "./write-queue.ts";

/**
 * A store on a file that may only be read. It is opened again for each read, because another process may write it meanwhile and no
 * lock can be held.
 */
export function readOnlyStore(sqlite: Sqlite, path: string, patience: Patience, keyring?: Keyring): Store {
  const kept = keptOf(keyring);
  return {
    async read(work, options = {}) {
      try {
        const database = await untilFree(() => openToRead(sqlite, path), { ...patience, ...options });
        const kysely = kyselyOf(database);
        try {
          return await transact(kysely, "read only", (transaction) =>
            unlessAborted(options.signal, () => work(rowsOf(transaction, kept))),
          );
        } finally {
          await kysely.destroy();
          database.close();
        }
      } catch (error) {
        throw toHostUnavailable(error, path);
      }
    },
    write: () => Promise.reject(readOnly(path)),
    emptyLog: () => Promise.reject(readOnly(path)),
    close: () => Promise.resolve(),
  };
}

export function readOnly(path: string): HostUnavailable {
  return databaseUnavailable(path, "is read-only; make the file and its folder writable", "never");
}

async function openToRead(sqlite: Sqlite, path: string): Promise<Database> {
  const database = (await hasLog(path)) ? sqlite.open(path, { readonly: true }) : await copyInMemory(sqlite, path);
  try {
    const marks = marksOf(database);
    checkMarks(marks, path);
    // An older one would have to be migrated first.
    if (marks.version < currentVersion) throw readOnly(path);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Without a log the file is complete; SQLite would create a log beside it even to read. */
async function copyInMemory(sqlite: Sqlite, path: string): Promise<Database> {
  const before = await stat(path);
  const bytes = await readFile(path);
  const after = await stat(path);
  if (before.mtimeMs !== after.mtimeMs || before.size !== bytes.length || (await hasLog(path))) {
    throw new SqliteError("the file changed while it was read", "SQLITE_BUSY");
  }
  // "Uses no log": @see https://www.sqlite.org/c3ref/deserialize.html
  bytes.fill(1, 18, 20);
  return sqlite.openBytes(bytes);
}

async function hasLog(path: string): Promise<boolean> {
  const log = await stat(`${path}-wal`).catch(() => undefined);
  return log !== undefined && log.size > 0;
}
