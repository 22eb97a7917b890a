import type { Writer } from "../../store/activity-rows.ts";
import type { PackFacts } from "../../store/pack-rows.ts";
import type { WritableRows } from "../../store/store.ts";
import { type Pack, packAt, packOf } from "./pack.ts";

type Facts = Omit<PackFacts, "updatedAt">;

/** What is absent stays. */
export type UpdatePack = { readonly packId: string; readonly writer: Writer } & {
  readonly [Fact in keyof Facts]?: Facts[Fact] | undefined;
};

/** `name_taken`: nothing was written, and `pack` is the one with the name. */
export type UpdatedPack =
  | { readonly status: "updated"; readonly pack: Pack }
  | { readonly status: "name_taken"; readonly pack: Pack }
  | { readonly status: "not_found" };

export async function updatePack(rows: WritableRows, request: UpdatePack, at: number): Promise<UpdatedPack> {
  const { packId, writer } = request;
  const pack = await rows.packs.byId(packId);
  if (pack === undefined) return { status: "not_found" };
  const facts = factsOf(pack, request);
  const taken = await rows.packs.byName(facts.name);
  if (taken !== undefined && taken.id !== packId) return { status: "name_taken", pack: packOf(taken) };
  const isSame = JSON.stringify(facts) === JSON.stringify(factsOf(pack, pack));
  if (isSame) return { status: "updated", pack: packOf(pack) };
  await rows.packs.update(packId, { ...facts, updatedAt: at });
  await rows.activity.append({ ...writer, at, event: "pack_updated", subject: packId });
  return { status: "updated", pack: await packAt(rows.packs, packId) };
}

function factsOf(pack: Facts, change: Omit<UpdatePack, "packId" | "writer">): Facts {
  return {
    name: change.name ?? pack.name,
    type: change.type ?? pack.type,
    description: change.description ?? pack.description,
    status: change.status ?? pack.status,
    tags: change.tags === undefined ? pack.tags : [...new Set(change.tags)],
  };
}
