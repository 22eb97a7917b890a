import type { Store } from "./store.ts";
import type { Keyring } from "./vault.ts";

export interface StoreOptions {
  /** Longest wait of an opening, a read or a write for locks of other processes. Default: 5,000 ms. */
  readonly busyTimeoutMs?: number;
  /** Aborted when the store is not needed any more: ends the waiting of an opening. */
  readonly closing?: AbortSignal;
  /** Gives the key of the store's vault. Absent: nothing encrypted can be read or written. */
  readonly keyring?: Keyring;
}

/**
 * Opens the database file, creates it when it is absent, and migrates it to the current version. A file that may only be read
 * becomes a store whose writes are refused. Its library is loaded with the first one.
 * @throws HostUnavailable with one sentence; the file is left as it was
 */
export async function openStore(path: string, options: StoreOptions = {}): Promise<Store> {
  const { openSqlite } = await import("./sqlite/open-sqlite.ts");
  const { busyTimeoutMs = 5_000, closing, keyring } = options;
  return openSqlite(path, { patienceMs: busyTimeoutMs, ...(closing === undefined ? {} : { stop: closing }) }, keyring);
}
