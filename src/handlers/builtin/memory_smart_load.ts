import type { AdaptMemorySmartLoad } from "../../../generated/contracts/tool_search.ts";
import { oldLimit } from "../old-limit.ts";

/** An intent was of any length; what stands first says what is wanted. */
const maxQueryLength = 500;

export const memorySmartLoad: AdaptMemorySmartLoad = ({ intent, k }) => ({
  query: Array.from(intent).slice(0, maxQueryLength).join(""),
  limit: oldLimit(k, 100, 1),
});
