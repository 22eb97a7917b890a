import { ok, type PreviewedHandler } from "pegboard/runtime";
import type { PackDelete } from "../../../generated/contracts/pack_delete.ts";
import { errors } from "../../../generated/errors.ts";
import { type Deps, writerOf } from "../deps.ts";
import { findPack } from "../find.ts";
import { inUseNotice } from "../memory/in-use-notice.ts";
import { contentsOf, textsOf, wirePack } from "./wire-pack.ts";

export const packDelete: PreviewedHandler<PackDelete, Deps> = {
  async preview(input, { packs }) {
    const found = await findPack(packs, input.pack);
    if (!found.ok) return found;
    const pack = found.thing;
    const texts = pack.contexts.length === 0 ? "" : `, with its ${textsOf(pack)}`;
    return ok(`delete the pack '${pack.name}' for good${texts}; the ${contentsOf(pack)} in it stay`);
  },
  async run(input, { packs }, call) {
    const found = await findPack(packs, input.pack);
    if (!found.ok) return found;
    const pack = found.thing;
    const removed = await packs.remove(pack.id, writerOf(call.session));
    // Deleted between the two reads.
    if (removed === undefined) return errors.packNotFound({ pack: input.pack, candidates: [] });
    if (!removed.isErased) call.notice(inUseNotice);
    return ok({ deleted: wirePack(pack) }, { where: "all packs" });
  },
};
