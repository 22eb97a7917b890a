import type { ActivityRows } from "./activity-rows.ts";
import type { MemoryRows } from "./memory-rows.ts";
import type { RecallRows } from "./recall-rows.ts";
import type { SessionRows } from "./session-rows.ts";

// The port of the store: what the services need of a database, in rows. A backend is one folder beside this file; the
// suite in test/store/contract.ts is the law that every backend obeys.

/** A database that several processes may have open at once. */
export interface Store {
  /** Runs the work on one unchanging state of the database. */
  read<T>(work: (rows: ReadableRows) => Promise<T>): Promise<T>;
  /**
   * Runs the work in one transaction that holds the write lock from its start: all of it or none of it, and durable
   * before the promise resolves. What the work throws is thrown again after the roll-back.
   * @throws HostUnavailable when the database is locked, read-only, full or damaged
   */
  write<T>(work: (rows: WritableRows) => Promise<T>): Promise<T>;
  /** Waits for running work. Closing twice is fine. */
  close(): Promise<void>;
}

export interface WritableRows {
  readonly memories: MemoryRows;
  readonly sessions: SessionRows;
  readonly recalls: RecallRows;
  readonly activity: ActivityRows;
}

/** The questions of `WritableRows`, without its changes. */
export interface ReadableRows {
  readonly memories: Pick<MemoryRows, "byTitle" | "byIds" | "titlesTaken" | "search" | "recent" | "count">;
  readonly sessions: Pick<SessionRows, "find">;
  readonly recalls: Pick<RecallRows, "lastFound">;
  readonly activity: Pick<ActivityRows, "latest">;
}
