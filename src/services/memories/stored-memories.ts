import { randomUUID } from "node:crypto";
import type { ServiceOptions } from "../service-options.ts";
import { findMemory, listMemories } from "./browse-memories.ts";
import type { Memories } from "./memories.ts";
import { previewOf } from "./preview.ts";
import { recallMemories } from "./recall-memories.ts";
import { storeMemory } from "./store-memory.ts";

/** Memories that are kept in a store. */
export function storedMemories({ store, clock }: ServiceOptions): Memories {
  const circumstances = () => ({ now: clock(), newId: randomUUID });
  return {
    store: (request, options = {}) => storeMemory(store, request, circumstances(), options),
    recall: (request, options = {}) => recallMemories(store, request, circumstances(), options),
    find: (memory) => findMemory(store, memory),
    list: (request) => listMemories(store, request, clock()),
    byIds: (ids) => store.read(async ({ memories }) => (await memories.byIds(ids)).map(previewOf)),
    ofTask: (taskId, limit) =>
      store.read(async ({ memories }) => (await memories.ofTask(taskId, clock(), limit)).map(previewOf)),
    overview: (recentLimit, options = {}) =>
      store.read(async ({ memories }) => {
        const now = clock();
        const recent = await memories.recent(now, recentLimit);
        return { count: await memories.count(now), recent: recent.map(previewOf) };
      }, options),
  };
}
