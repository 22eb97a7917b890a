import { setTimeout as sleep } from "node:timers/promises";
import Sqlite, { type Database } from "better-sqlite3";
import { Kysely, type Transaction } from "kysely";
import type { Store, WritableRows } from "../store.ts";
import { sqliteActivityRows } from "./activity-rows.ts";
import { prepareFile } from "./database-file.ts";
import { ImmediateSqliteDialect } from "./dialect.ts";
import { readHeader } from "./file-header.ts";
import { sqliteMemoryRows } from "./memory-rows.ts";
import { judge, marksOf, migrate } from "./migrate.ts";
import { sqliteRecallRows } from "./recall-rows.ts";
import { sqliteSessionRows } from "./session-rows.ts";
import type { Tables } from "./tables.ts";
import { explained } from "./unavailable.ts";

/**
 * Opens a store on a file: looks first, read-only, and only then opens it for writing and brings it up to date.
 * @throws HostUnavailable
 */
export async function openSqlite(path: string, busyTimeoutMs: number): Promise<Store> {
  await prepareFile(path);
  try {
    await look(path, busyTimeoutMs);
    const database = await openForWriting(path, busyTimeoutMs);
    return storeOf(database, path);
  } catch (error) {
    throw explained(error, path);
  }
}

/**
 * A database that is not ours is left as it is. Its header is judged first, because SQLite leaves companion files beside
 * whatever it opens; then, read-only, what the write-ahead log may say beyond the header.
 */
async function look(path: string, busyTimeoutMs: number): Promise<void> {
  const header = await readHeader(path);
  if (header === undefined) return;
  judge(header, path);
  const database = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs });
  try {
    judge(marksOf(database), path);
  } finally {
    database.close();
  }
}

async function openForWriting(path: string, busyTimeoutMs: number): Promise<Database> {
  const database = new Sqlite(path, { fileMustExist: true, timeout: busyTimeoutMs });
  try {
    await useWriteAheadLog(database, busyTimeoutMs);
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

/** The switch to write-ahead logging needs the file alone for a moment and does not wait for it by itself. */
async function useWriteAheadLog(database: Database, busyTimeoutMs: number): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += 20) {
    try {
      database.pragma("journal_mode = WAL");
      return;
    } catch (error) {
      const isBusy = error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY");
      if (!isBusy || waitedMs >= busyTimeoutMs) throw error;
      await sleep(20);
    }
  }
}

function storeOf(database: Database, path: string): Store {
  const kysely = new Kysely<Tables>({ dialect: new ImmediateSqliteDialect({ database }) });
  const running = new Set<Promise<unknown>>();
  const run = <T>(access: "read only" | "read write", work: (rows: WritableRows) => Promise<T>): Promise<T> => {
    const result = kysely
      .transaction()
      .setAccessMode(access)
      .execute((transaction) => work(rowsOf(transaction)))
      .catch((error: unknown) => {
        throw explained(error, path);
      })
      .finally(() => running.delete(result));
    running.add(result);
    return result;
  };
  let closing: Promise<void> | undefined;
  return {
    read: (work) => run("read only", work),
    write: (work) => run("read write", work),
    close: () => {
      closing ??= Promise.allSettled(running)
        .then(() => kysely.destroy())
        // Kysely does not close a connection that it never used; closing twice does nothing.
        .then(() => void database.close());
      return closing;
    },
  };
}

function rowsOf(transaction: Transaction<Tables>): WritableRows {
  return {
    memories: sqliteMemoryRows(transaction),
    sessions: sqliteSessionRows(transaction),
    recalls: sqliteRecallRows(transaction),
    activity: sqliteActivityRows(transaction),
  };
}
