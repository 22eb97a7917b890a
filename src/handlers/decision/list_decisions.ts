import type { AdaptListDecisions, AdaptListDecisionsResult } from "../../../generated/contracts/decision_list.ts";
import { oldCursor, oldLimit, oldNextCursor } from "../old-page.ts";
import { ramorieDecision } from "./ramorie-decision.ts";

const maxLimit = 100;

/** A blank area did not filter. */
export const listDecisions: AdaptListDecisions = ({ status, area, limit, cursor }) => ({
  limit: oldLimit(limit, maxLimit, maxLimit),
  ...oldCursor(cursor),
  ...(status === undefined ? {} : { status: status === "approved" ? "accepted" : status }),
  ...(area === undefined || area === "" ? {} : { area }),
});

export const listDecisionsResult: AdaptListDecisionsResult = ({ items, count, next_cursor, _context }) => ({
  items: items.map(ramorieDecision),
  count,
  ...oldNextCursor(next_cursor),
  _context,
});
