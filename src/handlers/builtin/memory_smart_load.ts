import type { AdaptMemorySmartLoad } from "../../../generated/contracts/tool_search.ts";
import { oldLimit } from "../old-page.ts";

/** An intent had any length; its beginning is used as the query. */
const maxQueryLength = 500;

export const memorySmartLoad: AdaptMemorySmartLoad = ({ intent, k }) => ({
  query: Array.from(intent).slice(0, maxQueryLength).join(""),
  limit: oldLimit(k, 100, 1),
});
