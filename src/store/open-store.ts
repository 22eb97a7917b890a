import { HostUnavailable } from "../runtime/errors.ts";
import type { Store } from "./store.ts";

export interface StoreOptions {
  /** How long opening, a read or a write waits for other processes' locks, in all. Default: 5,000 ms. */
  readonly busyTimeoutMs?: number;
  /** Aborted when the store is not wanted any more: opening then waits no longer. */
  readonly closing?: AbortSignal;
}

/**
 * Opens the database file, makes it when it is absent, and brings it to the current version. A file that may only be read
 * becomes a store whose writes are refused.
 * The libraries that it needs are optional dependencies: they are imported here, at the last moment.
 * @throws HostUnavailable with one sentence when that can't be done; the file is left as it was
 */
export async function openStore(path: string, options: StoreOptions = {}): Promise<Store> {
  const { openSqlite } = await import("./sqlite/open-sqlite.ts").catch((error: unknown) => {
    if (!isModuleMissing(error)) throw error;
    throw new HostUnavailable(
      "the store needs the packages better-sqlite3 and kysely; run 'npm install better-sqlite3@12 kysely@0.28' beside pegboard",
      "never",
      { cause: error },
    );
  });
  const { busyTimeoutMs = 5_000, closing } = options;
  return openSqlite(path, { patienceMs: busyTimeoutMs, ...(closing === undefined ? {} : { stop: closing }) });
}

function isModuleMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
}
