import { setImmediate as nextTurn } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { isBusy, untilFree } from "../../sqlite/until-free.ts";
import type { WorkOptions } from "../store.ts";
import type { Tables } from "./tables.ts";

// What moves the write-ahead log into the database. @see https://www.sqlite.org/pragma.html#pragma_wal_checkpoint

/** Longest wait for readers of other processes before the log is left as it is. */
export const logPatienceMs = 1_000;

/**
 * Moves what no reader needs any more, in a turn of the event loop of its own and between two transactions. It takes no write lock. SQLite
 * would do it within a commit, which blocks all calls for as long as both take together.
 */
export async function checkpoint(kysely: Kysely<Tables>): Promise<void> {
  try {
    await kysely.connection().execute(async (connection) => {
      await nextTurn();
      await sql`PRAGMA wal_checkpoint(PASSIVE)`.execute(connection);
      // What waits for the connection goes on after everything else had its turn.
      await nextTurn();
    });
  } catch {
    // What was written is in the log and stays there. Where the disk fails, the next write fails too and says so.
  }
}

/** Moves all of it and leaves an empty log. @returns whether it could be done */
export async function emptyLog(
  kysely: Kysely<Tables>,
  end: () => number,
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
    const patience = { ...options, patienceMs: end() - performance.now(), stop };
    await untilFree(attempt, patience, (error) => error instanceof LogInUse || isBusy(error));
    return true;
  } catch (error) {
    if (error instanceof LogInUse || isBusy(error)) return false;
    throw error;
  }
}

class LogInUse extends Error {}
