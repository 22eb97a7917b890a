import type { ActivityEvent, Writer } from "../../store/activity-rows.ts";
import type { WritableRows } from "../../store/store.ts";
import type { TaskFacts, TaskRow, TaskState } from "../../store/task-rows.ts";
import { type PutAway, putAwayOf, type Task, taskOf } from "./task.ts";

export type ManageTask = { readonly taskId: string; readonly writer: Writer } & TaskAction;

export type TaskAction =
  | { readonly action: "start" | "stop" | "complete" | "reopen" | "archive" | "restore" }
  | { readonly action: "progress"; readonly progress: number }
  | { readonly action: "update"; readonly change: TaskChange };

/** What is absent stays. */
export type TaskChange = { readonly [Fact in keyof TaskFacts]?: TaskFacts[Fact] | undefined };

/**
 * Anything but `done`: nothing changed. `completed`: the action needs a task that is not completed (start and progress); `archived`:
 * one that is not archived (all but archive and restore); `project_archived`: one whose project is not archived.
 */
export type ManagedTask = { readonly status: "done" | Refusal; readonly task: Task } | { readonly status: "not_found" };

type Refusal = "completed" | PutAway;

/** One action on a task, and its line in the activity log. An action that changes nothing leaves no line. */
export async function manageTask(rows: WritableRows, request: ManageTask, at: number): Promise<ManagedTask> {
  const { taskId, writer } = request;
  const { agent } = writer;
  const [task] = await rows.tasks.byIds([taskId]);
  if (task === undefined) return { status: "not_found" };
  const active = await rows.tasks.activeOf(agent);
  const refusal = refusalOf(request, task);
  if (refusal !== undefined) return { status: refusal, task: taskOf(task, active) };
  const effect = effectOf(request, task, active === taskId, at);
  if (effect === undefined) return { status: "done", task: taskOf(task, active) };
  const { event } = effect;
  const changed = { ...task, ...effect.state, ...effect.facts, updatedAt: at };
  await rows.tasks.update(taskId, changed);
  if (effect.facts !== undefined) await rows.tasks.edit(taskId, changed);
  if (event === "task_started") await rows.tasks.activate(taskId, { ...writer, at });
  if (event === "task_stopped") await rows.tasks.deactivate(agent);
  if (event === "task_completed" || event === "task_archived") await rows.tasks.release(taskId);
  await rows.activity.append({ ...writer, at, event, subject: taskId });
  return { status: "done", task: taskOf(changed, await rows.tasks.activeOf(agent)) };
}

function refusalOf({ action }: TaskAction, task: TaskRow): Refusal | undefined {
  const putAway = putAwayOf(task);
  if (putAway === "project_archived" || (putAway === "archived" && action !== "archive" && action !== "restore"))
    return putAway;
  return task.status === "completed" && (action === "start" || action === "progress") ? "completed" : undefined;
}

interface Effect {
  readonly event: ActivityEvent;
  readonly state?: Partial<TaskState>;
  readonly facts?: TaskFacts;
}

/** What the action changes; undefined when nothing changes. */
function effectOf(request: TaskAction, task: TaskRow, isActive: boolean, now: number): Effect | undefined {
  const { status, progress, archivedAt } = task;
  switch (request.action) {
    case "start":
      return isActive ? undefined : { event: "task_started", state: { status: "in_progress" } };
    case "stop":
      return isActive ? { event: "task_stopped" } : undefined;
    case "complete":
      if (status === "completed") return undefined;
      return { event: "task_completed", state: { status: "completed", completedAt: now } };
    case "reopen":
      if (status !== "completed") return undefined;
      return {
        event: "task_reopened",
        state: { status: progress === 0 ? "todo" : "in_progress", completedAt: null },
      };
    case "progress":
      if (status === "in_progress" && progress === request.progress) return undefined;
      return { event: "task_progress_updated", state: { status: "in_progress", progress: request.progress } };
    case "update": {
      const facts = factsOf(task, request.change);
      return JSON.stringify(facts) === JSON.stringify(factsOf(task, {})) ? undefined : { event: "task_updated", facts };
    }
    case "archive":
      return archivedAt === null ? { event: "task_archived", state: { archivedAt: now } } : undefined;
    case "restore":
      return archivedAt === null ? undefined : { event: "task_restored", state: { archivedAt: null } };
  }
}

function factsOf(task: TaskRow, change: TaskChange): TaskFacts {
  return {
    title: change.title ?? task.title,
    description: change.description ?? task.description,
    priority: change.priority ?? task.priority,
    tags: change.tags === undefined ? task.tags : [...new Set(change.tags)],
  };
}
