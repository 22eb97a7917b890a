import { randomUUID } from "node:crypto";
import type { MemoriesCall } from "../memories/memories.ts";
import type { ServiceOptions } from "../service-options.ts";
import type { DuplicateRequest } from "./check-duplicate.ts";
import type { TagRequest } from "./tag-memory.ts";

// Keeps memories in order, by their words alone: no model is asked. Each part is loaded by the first call that needs it.

export type Upkeep = ReturnType<typeof storedUpkeep>;

export function storedUpkeep({ store, clock }: ServiceOptions) {
  const circumstances = () => ({ now: clock(), newId: randomUUID });
  return {
    /** The memory that is most like a text. */
    checkDuplicate: async (request: DuplicateRequest, options: MemoriesCall = {}) => {
      const { now } = circumstances();
      const { checkDuplicate } = await import("./check-duplicate.ts");
      return store.read((rows) => checkDuplicate(rows, request, now), options);
    },
    /** Adds telling words of a memory to its tags. */
    tag: async (request: TagRequest, options: MemoriesCall = {}) => {
      const now = circumstances();
      const { tagMemory } = await import("./tag-memory.ts");
      return store.write((rows) => tagMemory(rows, request, now), options);
    },
  };
}
