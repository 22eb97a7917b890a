import type { Store } from "./store.ts";

/**
 * The store as an agent sees it: private memories of others are not there; only their titles stay taken.
 * @param agent undefined: a caller without a session, who sees no private memory
 */
export function storeSeenBy(store: Store, agent: string | undefined): Store {
  return {
    read: (work, options) =>
      store.read((rows) => work({ ...rows, memories: rows.memories.seenBy({ agent }) }), options),
    write: (work, options) =>
      store.write((rows) => work({ ...rows, memories: rows.memories.seenBy({ agent }) }), options),
    emptyLog: (options) => store.emptyLog(options),
    close: () => store.close(),
  };
}
