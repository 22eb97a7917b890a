import type { AdaptListContextPacks } from "../../../generated/contracts/pack_list.ts";
import { oldLimit } from "../old-limit.ts";

const maxLimit = 100;
const oldDefault = 50;

/** A blank text did not filter, and the limit was any number. */
export const listContextPacks: AdaptListContextPacks = ({ type, status, query, limit }) => ({
  limit: oldLimit(limit, maxLimit, oldDefault),
  ...(type === undefined ? {} : { type }),
  ...(status === undefined ? {} : { status }),
  ...(query === undefined || query === "" ? {} : { query }),
});
