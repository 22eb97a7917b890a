import type { AdaptGetMemoryResult } from "../../../generated/contracts/memory_get.ts";
import { ramorieMemory } from "./ramorie-memory.ts";

export const getMemoryResult: AdaptGetMemoryResult = ramorieMemory;
