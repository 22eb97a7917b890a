import type { Database } from "better-sqlite3";
import { CamelCasePlugin, Kysely, sql, type Transaction } from "kysely";
import type { Store, WorkOptions, WritableRows } from "../store.ts";
import { sqliteActivityRows } from "./activity-rows.ts";
import { sqliteArchiveRows } from "./archive-rows.ts";
import type { Access } from "./database-file.ts";
import { sqliteDecisionRows } from "./decision-rows.ts";
import { ImmediateSqliteDialect } from "./dialect.ts";
import { keptStatements } from "./kept-statements.ts";
import { sqliteMemoryRows } from "./memory-rows.ts";
import { sqliteOrganizationRows } from "./organization-rows.ts";
import { sqlitePackRows } from "./pack-rows.ts";
import { sqlitePlaceRows } from "./place-rows.ts";
import { sqlitePlanRows } from "./plan-rows.ts";
import { sqliteProjectRows } from "./project-rows.ts";
import { sqliteRecallRows } from "./recall-rows.ts";
import { sqliteSessionRows } from "./session-rows.ts";
import type { Tables } from "./tables.ts";
import { sqliteTaskRows } from "./task-rows.ts";
import { toHostUnavailable } from "./unavailable.ts";
import { isBusy, untilFree } from "./until-free.ts";
import { openWriteQueue } from "./write-queue.ts";

/** The store on one open connection. `patienceMs`: longest wait for another process's lock. */
export function sqliteStore(database: Database, path: string, patienceMs: number): Store {
  const kysely = kyselyOf(database);
  const inTurn = openWriteQueue(path);
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();

  const run = <T>(access: Access, work: (rows: WritableRows) => Promise<T>, options: WorkOptions, end: number) => {
    let isBegun = false;
    const attempt = () =>
      transact(kysely, access, options, (rows) => {
        isBegun = true;
        return work(rows);
      });
    const patience = { ...options, patienceMs: end - performance.now(), stop: closing.signal };
    return untilFree(attempt, patience, (error) => !isBegun && isBusy(error));
  };
  // Counted from the request on, so that writes that wait behind one lock give up together.
  const endOf = (options: WorkOptions) => performance.now() + (options.patienceMs ?? patienceMs);
  const tracked = <T>(work: Promise<T>): Promise<T> => {
    const result = work
      .catch((error: unknown) => {
        throw toHostUnavailable(error, path);
      })
      .finally(() => running.delete(result));
    running.add(result);
    return result;
  };
  let closed: Promise<void> | undefined;
  return {
    read: (work, options = {}) => tracked(run("read only", work, options, endOf(options))),
    write: (work, options = {}) => {
      const end = endOf(options);
      return tracked(inTurn(() => run("read write", work, options, end), options));
    },
    emptyLog: (options = {}) => {
      const end = endOf({ patienceMs: logPatienceMs, ...options });
      return tracked(inTurn(() => emptyLog(kysely, end, options, closing.signal), options));
    },
    close: () => {
      closing.abort();
      closed ??= Promise.allSettled(running)
        .then(() => kysely.destroy())
        // Kysely does not close a connection that it never used; closing twice does nothing.
        .then(() => void database.close());
      return closed;
    },
  };
}

/** Longest wait for readers of other processes before the log is left as it is. */
const logPatienceMs = 1_000;

/** @see https://www.sqlite.org/pragma.html#pragma_wal_checkpoint */
async function emptyLog(
  kysely: Kysely<Tables>,
  end: number,
  options: WorkOptions,
  stop: AbortSignal,
): Promise<boolean> {
  // The connection is taken from Kysely, which then runs no transaction on it.
  const attempt = () =>
    kysely.connection().execute(async (connection) => {
      const { rows } = await sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.execute(connection);
      if (rows[0]?.busy !== 0) throw new LogInUse();
    });
  try {
    const patience = { ...options, patienceMs: end - performance.now(), stop };
    await untilFree(attempt, patience, (error) => error instanceof LogInUse || isBusy(error));
    return true;
  } catch (error) {
    if (error instanceof LogInUse || isBusy(error)) return false;
    throw error;
  }
}

class LogInUse extends Error {}

export function kyselyOf(database: Database): Kysely<Tables> {
  return new Kysely({
    dialect: new ImmediateSqliteDialect({ database: keptStatements(database) }),
    plugins: [new CamelCasePlugin()],
  });
}

/** One transaction. It is rolled back where the signal is aborted before the end. */
export function transact<T>(
  kysely: Kysely<Tables>,
  access: Access,
  { signal }: WorkOptions,
  work: (rows: WritableRows) => Promise<T>,
): Promise<T> {
  return kysely
    .transaction()
    .setAccessMode(access)
    .execute(async (transaction) => {
      signal?.throwIfAborted();
      const result = await work(rowsOf(transaction));
      signal?.throwIfAborted();
      return result;
    });
}

function rowsOf(transaction: Transaction<Tables>): WritableRows {
  return {
    memories: sqliteMemoryRows(transaction),
    archive: sqliteArchiveRows(transaction),
    projects: sqliteProjectRows(transaction),
    tasks: sqliteTaskRows(transaction),
    packs: sqlitePackRows(transaction),
    decisions: sqliteDecisionRows(transaction),
    plans: sqlitePlanRows(transaction),
    places: sqlitePlaceRows(transaction),
    organizations: sqliteOrganizationRows(transaction),
    sessions: sqliteSessionRows(transaction),
    recalls: sqliteRecallRows(transaction),
    activity: sqliteActivityRows(transaction),
  };
}
