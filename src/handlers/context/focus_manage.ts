import { ok } from "pegboard/runtime";
import type { FocusManage } from "../../../generated/contracts/focus_manage.ts";
import { errors } from "../../../generated/errors.ts";
import type { Pack } from "../../services/context/pack.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { findPack } from "../find.ts";
import { wirePack } from "./wire-pack.ts";

export const focusManage: ToolHandler<FocusManage> = async (input, deps, call) => {
  switch (input.action) {
    case "get":
      return inFocus(await deps.packs.focusOf(call.session.agent));
    case "set": {
      const found = await findPack(deps.packs, input.pack);
      if (!found.ok) return found;
      const isSet = await deps.packs.setFocus(found.thing.id, writerOf(call.session));
      // Deleted between the two reads.
      return isSet ? inFocus(found.thing) : errors.packNotFound({ pack: input.pack, candidates: [] });
    }
    case "clear":
      await deps.packs.setFocus(undefined, writerOf(call.session));
      return inFocus(undefined);
  }
};

function inFocus(pack: Pack | undefined) {
  return pack === undefined ? ok({ focus: null }) : ok({ focus: wirePack(pack) }, { where: `pack ${pack.name}` });
}
