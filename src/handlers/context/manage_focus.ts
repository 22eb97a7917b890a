import type { AdaptManageFocus, AdaptManageFocusResult } from "../../../generated/contracts/focus_manage.ts";
import { ramoriePack } from "./ramorie-pack.ts";

/** The action followed from the params; `clear` came first, and a blank pack counted as none. */
export const manageFocus: AdaptManageFocus = (old) => {
  if (old.clear === true) return { action: "clear" };
  if (old.pack_id === undefined || old.pack_id === "") return { action: "get" };
  return { action: "set", pack: old.pack_id };
};

export const manageFocusResult: AdaptManageFocusResult = ({ focus }, old) => {
  const pack = focus === null ? null : ramoriePack(focus);
  const { action } = manageFocus(old);
  if (action === "clear") return { ok: true, message: "No pack is in focus any more" };
  if (action === "set" && pack !== null) return { ok: true, message: `'${pack.name}' is in focus`, active_pack: pack };
  const none = pack === null ? { message: "No pack is in focus" } : {};
  return { active_context_pack_id: pack?.id ?? null, active_pack: pack, ...none };
};
