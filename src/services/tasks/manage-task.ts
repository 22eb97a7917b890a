import type { ActivityEvent, Writer } from "../../store/activity-rows.ts";
import type { WritableRows } from "../../store/store.ts";
import type { TaskRow, TaskState } from "../../store/task-rows.ts";
import { type Task, taskOf } from "./task.ts";

export type ManageTask = { readonly taskId: string; readonly writer: Writer } & (
  | { readonly action: "start" | "stop" | "complete" }
  | { readonly action: "progress"; readonly progress: number }
);

/** `completed`: the action needs a task that is not completed (start and progress); nothing changed. */
export type ManagedTask =
  | { readonly status: "done" | "completed"; readonly task: Task }
  | { readonly status: "not_found" };

/** One action on a task, and its line in the activity log. An action that changes nothing leaves no line. */
export async function manageTask(rows: WritableRows, request: ManageTask, at: number): Promise<ManagedTask> {
  const { taskId, writer } = request;
  const { agent } = writer;
  const [task] = await rows.tasks.byIds([taskId]);
  if (task === undefined) return { status: "not_found" };
  const active = await rows.tasks.activeOf(agent);
  if (task.status === "completed" && (request.action === "start" || request.action === "progress")) {
    return { status: "completed", task: taskOf(task, active) };
  }
  const change = changeOf(request, task, active === taskId, at);
  if (change === undefined) return { status: "done", task: taskOf(task, active) };
  const { event, state } = change;
  await rows.tasks.update(taskId, state);
  if (event === "task_started") await rows.tasks.activate(taskId, { ...writer, at });
  if (event === "task_stopped") await rows.tasks.deactivate(agent);
  if (event === "task_completed") await rows.tasks.release(taskId);
  await rows.activity.append({ ...writer, at, event, subject: taskId });
  return { status: "done", task: taskOf({ ...task, ...state }, await rows.tasks.activeOf(agent)) };
}

interface Change {
  readonly event: ActivityEvent;
  readonly state: TaskState;
}

/** The change by the action; undefined when nothing changes. */
function changeOf(request: ManageTask, task: TaskRow, isActive: boolean, now: number): Change | undefined {
  const { status, progress, completedAt } = task;
  const touched = { status, progress, completedAt, updatedAt: now };
  switch (request.action) {
    case "start":
      if (isActive) return undefined;
      return { event: "task_started", state: { ...touched, status: "in_progress" } };
    case "stop":
      return isActive ? { event: "task_stopped", state: touched } : undefined;
    case "complete":
      if (status === "completed") return undefined;
      return { event: "task_completed", state: { ...touched, status: "completed", progress: 100, completedAt: now } };
    case "progress":
      if (status === "in_progress" && progress === request.progress) return undefined;
      return {
        event: "task_progress_updated",
        state: { ...touched, status: "in_progress", progress: request.progress },
      };
  }
}
