import type { Writer } from "../../store/activity-rows.ts";
import type { WritableRows } from "../../store/store.ts";
import { putAwayOf, type Task, taskOf } from "./task.ts";

export interface MoveTask {
  readonly taskId: string;
  readonly projectId: string;
  readonly writer: Writer;
}

/** Anything but `moved`: nothing changed. */
export type MovedTask =
  | { readonly status: "moved"; readonly task: Task }
  | { readonly status: "archived"; readonly task: Task }
  /** The project that it belongs to, or the one that it should go to. */
  | { readonly status: "project_archived"; readonly project: string }
  | { readonly status: "not_found" };

/**
 * Into another project, with its subtasks, notes and edges; memories stay where they are. A subtask is a task of its own then. Where it
 * is there already nothing is logged.
 */
export async function moveTask(
  rows: WritableRows,
  { taskId, projectId, writer }: MoveTask,
  at: number,
): Promise<MovedTask> {
  const { tasks, projects } = rows;
  const [task] = await tasks.byIds([taskId]);
  const project = await projects.byId(projectId);
  if (task === undefined || project === undefined) return { status: "not_found" };
  const putAway = putAwayOf(task);
  if (putAway === "project_archived") return { status: putAway, project: task.project };
  if (project.archivedAt !== null) return { status: "project_archived", project: project.name };
  const active = await tasks.activeOf(writer.agent);
  if (putAway === "archived") return { status: putAway, task: taskOf(task, active) };
  if (task.projectId === projectId) return { status: "moved", task: taskOf(task, active) };
  if (task.parentId !== null) await tasks.setParent(taskId, null);
  await moveTree(rows, { taskId, projectId, writer }, at);
  const [moved = task] = await tasks.byIds([taskId]);
  return { status: "moved", task: taskOf(moved, active) };
}

/** A task and everything below it, each with its line in the activity log. */
export async function moveTree(
  { tasks, activity }: WritableRows,
  { taskId, projectId, writer }: MoveTask,
  at: number,
): Promise<void> {
  for (const subject of [taskId, ...(await tasks.below(taskId))]) {
    await tasks.move(subject, projectId, at);
    await activity.append({ ...writer, at, event: "task_moved", subject });
  }
}
