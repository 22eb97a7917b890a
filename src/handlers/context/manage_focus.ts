import type { AdaptManageFocus } from "../../../generated/contracts/focus_manage.ts";

/** The action followed from the params; `clear` came first, and a blank pack counted as none. */
export const manageFocus: AdaptManageFocus = (old) => {
  if (old.clear === true) return { action: "clear" };
  if (old.pack_id === undefined || old.pack_id === "") return { action: "get" };
  return { action: "set", pack: old.pack_id };
};
