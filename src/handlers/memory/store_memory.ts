import type { AdaptStoreMemory, AdaptStoreMemoryResult } from "../../../generated/contracts/memory_store.ts";
import { storeCodingMemory, storeCodingMemoryResult } from "./store_coding_memory.ts";

/** The first name of store_coding_memory. */
export const storeMemory: AdaptStoreMemory = storeCodingMemory;

export const storeMemoryResult: AdaptStoreMemoryResult = storeCodingMemoryResult;
