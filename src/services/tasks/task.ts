import type { TaskRow } from "../../store/task-rows.ts";

/** A task as one agent sees it. Times are milliseconds since 1970. */
export interface Task extends Omit<TaskRow, "row" | "session" | "partsProgress"> {
  /** The active task of the calling agent. */
  readonly active: boolean;
}

/** Why a task can't be changed: it is archived, or its project is. */
export type PutAway = "archived" | "project_archived";

export function putAwayOf({ archivedAt, projectArchived }: TaskRow): PutAway | undefined {
  if (projectArchived) return "project_archived";
  return archivedAt === null ? undefined : "archived";
}

/** @param active id of the active task of the calling agent */
export function taskOf(
  { row: _row, session: _session, partsProgress, ...task }: TaskRow,
  active: string | undefined,
): Task {
  const progress = task.status === "completed" ? 100 : (partsProgress ?? task.progress);
  return { ...task, progress, active: task.id === active };
}
