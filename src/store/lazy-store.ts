import type { Store } from "./store.ts";

/**
 * A store that is opened when it is first used, so that a server that only lists its tools never touches the disk. After a failure
 * the next use tries again. Closing ends the waiting of an opening.
 */
export function lazyStore(open: (closing: AbortSignal) => Promise<Store>): Store {
  const closing = new AbortController();
  let opening: Promise<Store> | undefined;
  const opened = (): Promise<Store> => {
    opening ??= open(closing.signal).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    read: async (work, options) => (await opened()).read(work, options),
    write: async (work, options) => (await opened()).write(work, options),
    emptyLog: async (options) => (await opened()).emptyLog(options),
    close: async () => {
      closing.abort();
      const store = await opening?.catch(() => undefined);
      await store?.close();
    },
  };
}
