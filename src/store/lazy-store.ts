import type { Store } from "./store.ts";

/**
 * A store that is opened when it is first used, so that a server whose catalog is only listed never touches the disk.
 * An opening that failed is tried again by the next use: the cause may have gone.
 */
export function lazyStore(open: () => Promise<Store>): Store {
  let opening: Promise<Store> | undefined;
  const opened = (): Promise<Store> => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    read: async (work) => (await opened()).read(work),
    write: async (work) => (await opened()).write(work),
    close: async () => {
      const store = await opening?.catch(() => undefined);
      await store?.close();
    },
  };
}
