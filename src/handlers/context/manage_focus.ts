import type { AdaptManageFocus } from "../../../generated/contracts/focus_manage.ts";

/** What was to be done followed from what was given; to clear went before all else, and a blank pack was none. */
export const manageFocus: AdaptManageFocus = (old) => {
  if (old.clear === true) return { action: "clear" };
  if (old.pack_id === undefined || old.pack_id === "") return { action: "get" };
  return { action: "set", pack: old.pack_id };
};
