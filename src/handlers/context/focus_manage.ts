import { ok } from "pegboard/runtime";
import type { FocusManage } from "../../../generated/contracts/focus_manage.ts";
import type { Pack } from "../../services/context/packs.ts";
import type { ToolHandler } from "../deps.ts";
import { findPack } from "../find.ts";
import { writerOf } from "../writer.ts";
import { wirePack } from "./wire-pack.ts";

export const focusManage: ToolHandler<FocusManage> = async (input, deps, call) => {
  switch (input.action) {
    case "get":
      return inFocus(await deps.packs.focusOf(call.session.agent));
    case "set": {
      const found = await findPack(deps.packs, input.pack);
      if (!found.ok) return found;
      await deps.packs.setFocus(found.pack.id, writerOf(call.session));
      return inFocus(found.pack);
    }
    case "clear":
      await deps.packs.setFocus(undefined, writerOf(call.session));
      return inFocus(undefined);
  }
};

function inFocus(pack: Pack | undefined) {
  return pack === undefined ? ok({ focus: null }) : ok({ focus: wirePack(pack) }, { where: `pack ${pack.name}` });
}
