import { once } from "../contract/once.ts";
import type { ReadableRows, Store } from "./store.ts";

/**
 * The store as an agent sees it: private memories of others are not there.
 * @param agent undefined: a caller without a session, who sees no private memory
 */
export function storeSeenBy(store: Store, agent: string | undefined): Store {
  return {
    read: (work, options) => store.read((rows) => work(rowsSeenBy(rows, agent)), options),
    write: (work, options) => store.write((rows) => work(rowsSeenBy(rows, agent)), options),
    emptyLog: (options) => store.emptyLog(options),
    close: () => store.close(),
  };
}

type Seen = Pick<ReadableRows, "memories" | "vectors" | "archive" | "graph" | "recalls">;

/** The same rows, made when they are first used, as those below are. */
function rowsSeenBy<Rows extends Seen>(rows: Rows, agent: string | undefined): Rows {
  const viewer = { agent };
  const seen: { readonly [Name in keyof Seen]: () => Seen[Name] } = {
    memories: once(() => rows.memories.seenBy(viewer)),
    vectors: once(() => rows.vectors.seenBy(viewer)),
    archive: once(() => rows.archive.seenBy(viewer)),
    graph: once(() => rows.graph.seenBy(viewer)),
    recalls: once(() => rows.recalls.seenBy(viewer)),
  };
  const getters = Object.entries(seen).map(([name, get]) => [name, { get, enumerable: true }] as const);
  return Object.create(rows, Object.fromEntries(getters));
}
