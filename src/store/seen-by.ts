import type { ReadableRows, Store } from "./store.ts";

/**
 * The store as an agent sees it: private memories of others are not there.
 * @param agent undefined: a caller without a session, who sees no private memory
 */
export function storeSeenBy(store: Store, agent: string | undefined): Store {
  const seen = ({
    memories,
    vectors,
    archive,
    graph,
    recalls,
  }: Pick<ReadableRows, "memories" | "vectors" | "archive" | "graph" | "recalls">) => ({
    memories: memories.seenBy({ agent }),
    vectors: vectors.seenBy({ agent }),
    archive: archive.seenBy({ agent }),
    graph: graph.seenBy({ agent }),
    recalls: recalls.seenBy({ agent }),
  });
  return {
    read: (work, options) => store.read((rows) => work({ ...rows, ...seen(rows) }), options),
    write: (work, options) => store.write((rows) => work({ ...rows, ...seen(rows) }), options),
    emptyLog: (options) => store.emptyLog(options),
    close: () => store.close(),
  };
}
