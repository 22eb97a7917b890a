import type { MemoryTotals } from "../../store/memory-rows.ts";
import type { ReadableRows } from "../../store/store.ts";
import { archiveTotals } from "./archived-memories.ts";

const dayMs = 86_400_000;

/** How much is stored. */
export async function memoryTotals(
  rows: ReadableRows,
  now: number,
): Promise<MemoryTotals & { readonly archived: number }> {
  const { archived } = await archiveTotals(rows, now);
  return { ...(await rows.memories.totals(now, now + dayMs)), archived };
}
