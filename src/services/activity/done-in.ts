import type { ActivityRows } from "../../store/activity-rows.ts";

/** What was written in one session, counted from the activity log. */
export interface Done {
  readonly projectsCreated: number;
  readonly tasksCreated: number;
  readonly tasksCompleted: number;
  readonly memoriesStored: number;
  readonly packsChanged: number;
}

/** Counts what was written in a session: each thing once, however often. */
export async function doneIn(activity: Pick<ActivityRows, "countSubjects">, session: string): Promise<Done> {
  return {
    projectsCreated: await activity.countSubjects(session, ["project_created"]),
    tasksCreated: await activity.countSubjects(session, ["task_created"]),
    tasksCompleted: await activity.countSubjects(session, ["task_completed"]),
    memoriesStored: await activity.countSubjects(session, ["memory_created", "memory_merged", "memory_versioned"]),
    packsChanged: await activity.countSubjects(session, [
      "pack_created",
      "pack_updated",
      "pack_memory_added",
      "pack_task_added",
    ]),
  };
}
