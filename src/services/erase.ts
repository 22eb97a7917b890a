import type { Store, WorkOptions, WritableRows } from "../store/store.ts";

/** What is true of everything that was deleted. */
export interface Erased {
  /** False where another process reads the database, so that its log keeps what was deleted for a while. */
  readonly isErased: boolean;
}

/** Deletes in one transaction, and then from the write-ahead log. @param work returns undefined where there is nothing to delete */
export async function erase<Removed extends object>(
  store: Store,
  work: (rows: WritableRows) => Promise<Removed | undefined>,
  options: WorkOptions = {},
): Promise<(Removed & Erased) | undefined> {
  const removed = await store.write(work, options);
  return removed === undefined ? undefined : { ...removed, isErased: await store.emptyLog() };
}
