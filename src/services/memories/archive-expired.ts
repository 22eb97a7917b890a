import type { WritableRows } from "../../store/store.ts";

/** The agent in the log for changes that happen by time alone. */
const serverAgent = "pegboard";

/**
 * Archives expired memories: they are not deleted, and their titles become free. Part of every write.
 * @returns their ids
 */
export async function archiveExpired(rows: WritableRows, now: number): Promise<readonly string[]> {
  const ids = await rows.archive.archiveExpired(now);
  for (const subject of ids) {
    await rows.activity.append({ at: now, event: "memory_archived", subject, agent: serverAgent, session: null });
  }
  return ids;
}
