import type { ActivityEvent, Writer } from "../../store/activity-rows.ts";
import type { WritableRows } from "../../store/store.ts";
import type { TaskFacts, TaskRow, TaskState, TaskStatus, TaskWorker } from "../../store/task-rows.ts";
import { followTree, reopened } from "./follow-tree.ts";
import { type PutAway, putAwayOf, type Task, taskOf } from "./task.ts";

export type ManageTask = { readonly taskId: string; readonly writer: Writer } & TaskAction;

export type TaskAction =
  | { readonly action: "start" | "stop" | "complete" | "reopen" | "archive" | "restore" }
  | { readonly action: "progress"; readonly progress: number }
  | { readonly action: "update"; readonly change: TaskChange };

/** What is absent stays. */
export type TaskChange = { readonly [Fact in keyof TaskFacts]?: TaskFacts[Fact] | undefined } & {
  readonly status?: TaskStatus | undefined;
};

/**
 * Anything but `done`: nothing changed. `completed`: the action needs a task that is not completed (start and progress); `archived`:
 * one that is not archived (all but archive and restore; a subtask of an archived task is not restored: `task` is that one);
 * `project_archived`: one whose project is not archived.
 */
export type ManagedTask =
  | {
      readonly status: "done";
      readonly task: Task;
      /** Who works on it in another session. */
      readonly others: readonly TaskWorker[];
    }
  | { readonly status: Refusal; readonly task: Task }
  | { readonly status: "not_found" };

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
  const whole = request.action === "restore" && task.parentId !== null ? await rows.tasks.byIds([task.parentId]) : [];
  const archivedWhole = whole.find(({ archivedAt }) => archivedAt !== null);
  if (archivedWhole !== undefined) return { status: "archived", task: taskOf(archivedWhole, active) };
  const effect = effectOf(request, task, active === taskId, at);
  const others = (await rows.tasks.workersOn(taskId)).filter(({ session }) => session !== writer.session);
  if (effect === undefined) return { status: "done", task: taskOf(task, active), others };
  const { event } = effect;
  const changed = { ...task, ...effect.state, ...effect.facts, updatedAt: at };
  await rows.tasks.update(taskId, changed);
  if (effect.facts !== undefined) await rows.tasks.edit(taskId, changed);
  if (event === "task_started") await rows.tasks.activate(taskId, { ...writer, at });
  if (event === "task_stopped") await rows.tasks.deactivate(agent);
  const isPutDown = event === "task_completed" || event === "task_archived" || changed.status === "todo";
  if (isPutDown) await rows.tasks.release(taskId);
  await rows.activity.append({ ...writer, at, event, subject: taskId });
  await followTree(rows, { before: task, after: changed, writer, at });
  const [managed = changed] = await rows.tasks.byIds([taskId]);
  return { status: "done", task: taskOf(managed, await rows.tasks.activeOf(agent)), others };
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
      return status === "completed" ? { event: "task_reopened", state: reopened(task) } : undefined;
    case "progress":
      if (status === "in_progress" && progress === request.progress) return undefined;
      return { event: "task_progress_updated", state: { status: "in_progress", progress: request.progress } };
    case "update":
      return updateOf(task, request.change, now);
    case "archive":
      return archivedAt === null ? { event: "task_archived", state: { archivedAt: now } } : undefined;
    case "restore":
      return archivedAt === null ? undefined : { event: "task_restored", state: { archivedAt: null } };
  }
}

/** What is to do has no progress; what is completed keeps it for the day on which it is reopened. */
function updateOf(task: TaskRow, change: TaskChange, now: number): Effect | undefined {
  const next = factsOf(task, change);
  // Texts that stay are not written again: of an encrypted task that is locked the status can change all the same.
  const facts = JSON.stringify(next) === JSON.stringify(factsOf(task, {})) ? {} : { facts: next };
  const { status = task.status } = change;
  if (status === task.status) return "facts" in facts ? { event: "task_updated", ...facts } : undefined;
  const progress = status === "todo" ? 0 : task.progress;
  const state = { status, progress, completedAt: status === "completed" ? now : null };
  if (status === "completed") return { event: "task_completed", state, ...facts };
  return { event: task.status === "completed" ? "task_reopened" : "task_updated", state, ...facts };
}

function factsOf(task: TaskRow, change: TaskChange): TaskFacts {
  return {
    title: change.title ?? task.title,
    description: change.description ?? task.description,
    priority: change.priority ?? task.priority,
    tags: change.tags === undefined ? task.tags : [...new Set(change.tags)],
    due: change.due === undefined ? task.due : change.due,
    assignee: change.assignee === undefined ? task.assignee : change.assignee,
    encrypted: task.encrypted || change.encrypted === true,
  };
}
