import { randomUUID } from "node:crypto";
import type { Writer } from "../../store/activity-rows.ts";
import type { ObservationFilter } from "../../store/recall-rows.ts";
import type { MemoriesCall } from "../memories/memories.ts";
import type { ServiceOptions } from "../service-options.ts";
import type { DuplicateRequest } from "./check-duplicate.ts";
import type { ConsolidateRequest } from "./consolidate.ts";
import type { FirstRequest } from "./first-memories.ts";
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
    /** Stores one memory in place of several, or returns why not. */
    consolidate: async (request: ConsolidateRequest, options: MemoriesCall = {}) => {
      const now = circumstances();
      const { consolidate } = await import("./consolidate.ts");
      return store.write((rows) => consolidate(rows, request, now), options);
    },
    /** Brings back what a memory was made of. */
    undoConsolidation: async (id: string, writer: Writer, options: MemoriesCall = {}) => {
      const { now } = circumstances();
      const { undoConsolidation } = await import("./undo-consolidation.ts");
      return store.write((rows) => undoConsolidation(rows, id, writer, now), options);
    },
    /** Words that may stand for those of a query. */
    expand: async (query: string, options: MemoriesCall = {}) => {
      const { expandQuery } = await import("./expand-query.ts");
      return store.read((rows) => expandQuery(rows, query), options);
    },
    /** What recalls have shown, latest first. */
    observations: async ({ limit, ...filter }: ObservationFilter) => {
      const rows = await store.read(({ recalls }) => recalls.observations({ ...filter, limit: limit + 1 }));
      return { found: rows.slice(0, limit), more: rows.length > limit };
    },
    /** The memories to begin with, and what they are about. */
    first: async (request: FirstRequest, options: MemoriesCall = {}) => {
      const { now } = circumstances();
      const { firstMemories } = await import("./first-memories.ts");
      return store.read((rows) => firstMemories(rows, request, now), options);
    },
    /** How two texts contradict each other; undefined: nothing was found. */
    contradiction: async (a: string, b: string) => {
      const { contradictionBetween } = await import("./contradiction.ts");
      return contradictionBetween(a, b);
    },
    /** Adds telling words of a memory to its tags. */
    tag: async (request: TagRequest, options: MemoriesCall = {}) => {
      const now = circumstances();
      const { tagMemory } = await import("./tag-memory.ts");
      return store.write((rows) => tagMemory(rows, request, now), options);
    },
  };
}
