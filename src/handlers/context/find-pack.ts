import type { Failure } from "pegboard/runtime";
import { errors } from "../../../generated/errors.ts";
import type { Pack, Packs } from "../../services/context/packs.ts";

export type FoundPack = { readonly ok: true; readonly pack: Pack } | Failure<"PACK_NOT_FOUND" | "PACK_AMBIGUOUS">;

/** The one pack that a text means, or the error to answer with. */
export async function findPack(packs: Packs, text: string): Promise<FoundPack> {
  const found = await packs.find(text);
  switch (found.status) {
    case "found":
      return { ok: true, pack: found.pack };
    case "not_found":
      return errors.packNotFound({ pack: text, candidates: found.candidates });
    case "ambiguous":
      return errors.packAmbiguous({ pack: text, candidates: found.candidates });
  }
}
