import type { Store } from "./store.ts";

/**
 * A store that is opened when it is first used, so that a server that only lists its tools never touches the disk. After a failure
 * the next use tries again. Closing ends the waiting of an opening.
 * @param idleMs a store that nothing uses for so long is closed until its next use; default: never
 */
export function lazyStore(
  open: (closing: AbortSignal) => Promise<Store>,
  { idleMs }: { readonly idleMs?: number } = {},
): Store {
  const closing = new AbortController();
  let opening: Promise<Store> | undefined;
  let idleClosed: Promise<void> = Promise.resolve();
  let idleTimer: NodeJS.Timeout | undefined;
  let current: Store | undefined;
  let uses = 0;
  const opened = (): Promise<Store> => {
    opening ??= idleClosed
      .then(() => open(closing.signal))
      .then((store) => {
        current = store;
        return store;
      })
      .catch((error: unknown) => {
        opening = undefined;
        idleClosed = Promise.resolve();
        throw error;
      });
    return opening;
  };
  const closeIdle = () => {
    const idle = opening;
    opening = undefined;
    current = undefined;
    idleClosed = (async () => (await idle)?.close())();
    // The next use or `close` reports it.
    idleClosed.catch(() => undefined);
  };
  const used = async <Outcome>(work: (store: Store) => Promise<Outcome>): Promise<Outcome> => {
    clearTimeout(idleTimer);
    uses += 1;
    try {
      return await work(await opened());
    } finally {
      uses -= 1;
      const isIdle = uses === 0 && opening !== undefined && !closing.signal.aborted;
      if (idleMs !== undefined && isIdle) idleTimer = setTimeout(closeIdle, idleMs).unref();
    }
  };
  return {
    read: (work, options) => used((store) => store.read(work, options)),
    write: (work, options) => used((store) => store.write(work, options)),
    emptyLog: (options) => used((store) => store.emptyLog(options)),
    figures: () => current?.figures?.(),
    close: async () => {
      closing.abort();
      clearTimeout(idleTimer);
      await idleClosed;
      const store = await opening?.catch(() => undefined);
      await store?.close();
    },
  };
}
