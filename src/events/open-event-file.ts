import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { reasonOf } from "../disk/disk-errors.ts";
import type { Clock, Log } from "../runtime/ports.ts";
import { loadSqlite } from "../sqlite/load-sqlite.ts";
import { type Patience, untilFree } from "../sqlite/until-free.ts";
import { type EventLimits, type EventTable, openEventTable } from "./event-table.ts";

export interface Outside {
  readonly clock: Clock;
  readonly log: Log;
}

export interface OpenEvents {
  readonly table: EventTable;
  close(): void;
}

/**
 * Opens the file, or makes it, for its owner alone. Many processes may have it open.
 * @throws where there is no SQLite, the file can't be used, or it belongs to another program
 */
export async function openEventFile(path: string, limits: EventLimits, { clock, log }: Outside): Promise<OpenEvents> {
  const sqlite = await loadSqlite();
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // SQLite gives its companion files the same rights.
  await (await open(path, "a", 0o600)).close();
  const database = sqlite.open(path);
  try {
    const table = await untilFree(() => openEventTable(database, limits), patience);
    const removeOld = () => untilDone(() => table.removeOld(clock()));
    await removeOld();
    const sweep = setInterval(() => {
      removeOld().catch((error: unknown) =>
        log.warn("old events of sessions can't be removed", { file: path, error: reasonOf(error) }),
      );
    }, sweepMs).unref();
    return {
      table,
      close() {
        clearInterval(sweep);
        database.close();
      },
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

const sweepMs = 60_000;

/** How long other processes may hold the file. */
export const patience: Patience = { patienceMs: 5_000 };

/** Repeats it until nothing is left to do, in a turn of the event loop for each. */
export async function untilDone(work: () => boolean): Promise<void> {
  while (await untilFree(work, patience)) await nextTurn();
}
