import type { AdaptMemoryLoadFamily } from "../../../generated/contracts/tool_search.ts";
import { oldLimit } from "../old-limit.ts";
import { ourFamily } from "./our-family.ts";

/** Without words a search gives all of the family, each with the signature to call it by. */
export const memoryLoadFamily: AdaptMemoryLoadFamily = ({ family, k }) => ({
  family: ourFamily(family),
  limit: oldLimit(k, 100, 1),
});
