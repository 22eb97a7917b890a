import type { WritableRows } from "../../store/store.ts";

/** The agent in the log for changes that happen by time alone. */
const serverAgent = "pegboard";

/** Archives expired memories: they are not deleted, and their titles become free. Part of every write. */
export async function archiveExpired(rows: WritableRows, now: number): Promise<void> {
  for (const subject of await rows.memories.archiveExpired(now)) {
    await rows.activity.append({ at: now, event: "memory_archived", subject, agent: serverAgent, session: null });
  }
}
