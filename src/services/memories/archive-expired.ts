import type { WritableRows } from "../../store/store.ts";

/** Who is named for what happens by the passing of time alone. */
const serverAgent = "pegboard";

/** Archives what has expired: nothing is deleted, and the titles become free. Part of every write. */
export async function archiveExpired(rows: WritableRows, now: number): Promise<void> {
  for (const subject of await rows.memories.archiveExpired(now)) {
    await rows.activity.append({ at: now, event: "memory_archived", subject, agent: serverAgent, session: null });
  }
}
