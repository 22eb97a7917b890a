import type { AdaptListMemories, AdaptListMemoriesResult } from "../../../generated/contracts/memory_list.ts";
import { oldLimit } from "../old-limit.ts";
import { ramorieMemory } from "./ramorie-memory.ts";

const maxLimit = 200;

/** The old list had no limit: the longest page stands for none. */
export const listMemories: AdaptListMemories = (old) => ({
  project: old.project,
  limit: oldLimit(old.limit, maxLimit, maxLimit),
  detail: "full",
  ...(old.cursor === undefined || old.cursor === "" ? {} : { cursor: old.cursor }),
  ...(old.term === undefined || old.term === "" ? {} : { term: old.term }),
});

export const listMemoriesResult: AdaptListMemoriesResult = ({ items, count, next_cursor, _context }) => ({
  items: items.map(ramorieMemory),
  count,
  ...(next_cursor === null ? {} : { nextCursor: next_cursor }),
  _context,
});
