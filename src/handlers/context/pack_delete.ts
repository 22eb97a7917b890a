import { ok, type PreviewedHandler } from "pegboard/runtime";
import type { PackDelete } from "../../../generated/contracts/pack_delete.ts";
import { errors } from "../../../generated/errors.ts";
import { type Deps, writerOf } from "../deps.ts";
import { findPack } from "../find.ts";
import { contentsOf, wirePack } from "./wire-pack.ts";

export const packDelete: PreviewedHandler<PackDelete, Deps> = {
  async preview(input, { packs }) {
    const found = await findPack(packs, input.pack);
    if (!found.ok) return found;
    const pack = found.thing;
    return ok(`delete the pack '${pack.name}' for good; the ${contentsOf(pack)} in it stay`);
  },
  async run(input, { packs }, call) {
    const found = await findPack(packs, input.pack);
    if (!found.ok) return found;
    const pack = found.thing;
    const isRemoved = await packs.remove(pack.id, writerOf(call.session));
    // Deleted between the two reads.
    if (!isRemoved) return errors.packNotFound({ pack: input.pack, candidates: [] });
    return ok({ deleted: wirePack(pack) }, { where: "all packs" });
  },
};
