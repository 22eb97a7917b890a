import type { TaskRow } from "../../store/task-rows.ts";
import type { Task } from "./tasks.ts";

/** @param active id of the active task of the calling agent */
export function taskOf(row: TaskRow, active: string | undefined): Task {
  const { row: _row, session: _session, ...task } = row;
  return { ...task, active: row.id === active };
}
