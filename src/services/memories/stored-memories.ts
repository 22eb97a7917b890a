import { randomUUID } from "node:crypto";
import type { ServiceOptions } from "../service-options.ts";
import { findMemory, type ListMemories, listMemories } from "./browse-memories.ts";
import type { MemoriesCall, RecallRequest, StoreRequest } from "./memories.ts";
import { previewOf } from "./preview.ts";
import { recallMemories } from "./recall-memories.ts";
import { storeMemory } from "./store-memory.ts";

export type Memories = ReturnType<typeof storedMemories>;

/** Memories that are kept in a store. */
export function storedMemories({ store, clock }: ServiceOptions) {
  const circumstances = () => ({ now: clock(), newId: randomUUID });
  return {
    /** Stores one memory, or returns why not, in one transaction. */
    store: (request: StoreRequest, options: MemoriesCall = {}) => storeMemory(store, request, circumstances(), options),
    /** Finds memories, counts the access and records the recall, where the store can be written. */
    recall: (request: RecallRequest, options: MemoriesCall = {}) =>
      recallMemories(store, request, circumstances(), options),
    /** By id, or by the first four characters of it or more; archived ones too. */
    find: (text: string) => findMemory(store, text),
    /** Live ones, newest first. Every filter acts before the limit. */
    list: (request: ListMemories) => listMemories(store, request, clock()),
    /** In the order of the ids; unknown ids are left out, archived ones are not. */
    byIds: (ids: readonly string[]) => store.read(async ({ memories }) => (await memories.byIds(ids)).map(previewOf)),
    /** Live ones that were stored while the task was active, newest first. */
    ofTask: (taskId: string, limit: number) =>
      store.read(async ({ memories }) => (await memories.ofTask(taskId, clock(), limit)).map(previewOf)),
    /** What an agent should know before it starts: the number of live memories, and those last written first. */
    overview: (recentLimit: number, options: MemoriesCall = {}) =>
      store.read(async ({ memories }) => {
        const now = clock();
        const recent = await memories.recent(now, recentLimit);
        return { count: await memories.count(now), recent: recent.map(previewOf) };
      }, options),
  };
}
