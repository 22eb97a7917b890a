import type { AdaptListContextPacks, AdaptListContextPacksResult } from "../../../generated/contracts/pack_list.ts";
import { oldLimit } from "../old-page.ts";
import { ramoriePack } from "./ramorie-pack.ts";

const maxLimit = 100;
const oldDefault = 50;

/** A blank text did not filter. As many as possible are fetched, because the old total counts those beyond the limit too. */
export const listContextPacks: AdaptListContextPacks = ({ type, status, query }) => ({
  limit: maxLimit,
  ...(type === undefined ? {} : { type }),
  ...(status === undefined ? {} : { status }),
  ...(query === undefined || query === "" ? {} : { query }),
});

/** The limit was any number. There was no param for an offset, so the answer's was always 0. */
export const listContextPacksResult: AdaptListContextPacksResult = ({ items, _context }, old) => {
  const limit = oldLimit(old.limit, maxLimit, oldDefault);
  return { context_packs: items.slice(0, limit).map(ramoriePack), total: items.length, limit, offset: 0, _context };
};
