import type { HostUnavailable } from "../../runtime/errors.ts";
import type { Database, Sqlite } from "../../sqlite/database.ts";
import { openComplete } from "../../sqlite/open-complete.ts";
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
  // SQLite would create a log beside the file even to read it.
  const database = (await openComplete(sqlite, path)) ?? sqlite.open(path, { readonly: true });
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
