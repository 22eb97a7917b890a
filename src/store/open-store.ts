import { errorCode } from "../disk/disk-errors.ts";
import { HostUnavailable } from "../runtime/errors.ts";
import type { Store } from "./store.ts";

export interface StoreOptions {
  /** Longest wait of an opening, a read or a write for locks of other processes. Default: 5,000 ms. */
  readonly busyTimeoutMs?: number;
  /** Aborted when the store is not needed any more: ends the waiting of an opening. */
  readonly closing?: AbortSignal;
}

/**
 * Opens the database file, creates it when it is absent, and migrates it to the current version. A file that may only be read
 * becomes a store whose writes are refused. Its library is an optional dependency, so it is imported here.
 * @throws HostUnavailable with one sentence; the file is left as it was
 */
export async function openStore(path: string, options: StoreOptions = {}): Promise<Store> {
  const { openSqlite } = await import("./sqlite/open-sqlite.ts").catch((error: unknown) => {
    // The second is what `require` says, by which the built program loads it.
    if (!["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"].includes(errorCode(error) ?? "")) throw error;
    throw new HostUnavailable(
      "the store needs the package better-sqlite3; install it beside pegboard: npm install better-sqlite3@12",
      "never",
      { cause: error },
    );
  });
  const { busyTimeoutMs = 5_000, closing } = options;
  return openSqlite(path, { patienceMs: busyTimeoutMs, ...(closing === undefined ? {} : { stop: closing }) });
}
