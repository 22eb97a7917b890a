import type { ActivityEvent } from "../../store/activity-rows.ts";
import type { WritableRows } from "../../store/store.ts";

/** The agent in the log for changes that happen by time or by use alone. */
export const serverAgent = "pegboard";

/**
 * Archives expired memories: they are not deleted, and their titles become free. What a clock that was ahead archived too early lives
 * again. Part of every write.
 * @returns the ids of those that were archived
 */
export async function archiveExpired(rows: WritableRows, now: number): Promise<readonly string[]> {
  const log = async (event: ActivityEvent, ids: readonly string[]) => {
    for (const subject of ids) {
      await rows.activity.append({ at: now, event, subject, agent: serverAgent, session: null });
    }
  };
  await log("memory_restored", await rows.archive.reviveExpired(now));
  const ids = await rows.archive.archiveExpired(now);
  await log("memory_archived", ids);
  return ids;
}
