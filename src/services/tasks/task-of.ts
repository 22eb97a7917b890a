import type { TaskRow } from "../../store/task-rows.ts";
import type { Task } from "./tasks.ts";

/** @param active id of the task that the asking agent works on */
export function taskOf(row: TaskRow, active: string | undefined): Task {
  const { row: _row, session: _session, ...task } = row;
  return { ...task, active: row.id === active };
}
