import type { AdaptListMemories, AdaptListMemoriesResult } from "../../../generated/contracts/memory_list.ts";
import { oldCursor, oldLimit, oldNextCursor } from "../old-page.ts";
import { ramorieMemory } from "./ramorie-memory.ts";

const maxLimit = 200;

/** The old list had no limit: the longest page stands for none. */
export const listMemories: AdaptListMemories = (old) => ({
  project: old.project,
  limit: oldLimit(old.limit, maxLimit, maxLimit),
  detail: "full",
  ...oldCursor(old.cursor),
  ...(old.term === undefined || old.term === "" ? {} : { term: old.term }),
});

export const listMemoriesResult: AdaptListMemoriesResult = ({ items, count, next_cursor, _context }) => ({
  items: items.map(ramorieMemory),
  count,
  ...oldNextCursor(next_cursor),
  _context,
});
