import type { WritableRows } from "../../store/store.ts";
import { serverAgent } from "./archive-expired.ts";
import { byUse } from "./lifetime.ts";

/** Counts a use of each: what ends lives longer by it, and what is used again and again goes up by a tier. */
export async function countUse(rows: WritableRows, ids: readonly string[], now: number): Promise<void> {
  const promoted = new Set(await rows.memories.touch(ids, now, byUse));
  for (const subject of ids.filter((id) => promoted.has(id))) {
    await rows.activity.append({ at: now, event: "memory_promoted", subject, agent: serverAgent, session: null });
  }
}
