import type { AdaptMemoryLoadFamily } from "../../../generated/contracts/tool_search.ts";
import { oldLimit } from "../old-page.ts";
import { ourFamily } from "./our-family.ts";

/** A search without a query returns the whole family, each tool with its signature. */
export const memoryLoadFamily: AdaptMemoryLoadFamily = ({ family, k }) => ({
  family: ourFamily(family),
  limit: oldLimit(k, 100, 1),
});
