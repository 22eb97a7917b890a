import type { PackRow, PackRows } from "../../store/pack-rows.ts";

/** Times are milliseconds since 1970. */
export type Pack = Omit<PackRow, "row" | "session">;

/** A pack that the same transaction has found or written. */
export async function packAt(packs: Pick<PackRows, "byId">, id: string): Promise<Pack> {
  const pack = await packs.byId(id);
  if (pack === undefined) throw new Error(`invariant: pack ${id} was found in the same transaction`);
  return packOf(pack);
}

export function packOf({ row: _row, session: _session, ...pack }: PackRow): Pack {
  return pack;
}
