import type { ActivityEvent, Writer } from "../../store/activity-rows.ts";
import type { WritableRows } from "../../store/store.ts";
import type { TaskRow, TaskState } from "../../store/task-rows.ts";

// What a change of one task means for those that it is a part of, and for its own parts. A completed task has no open parts that are
// listed, and an archived one no part that is not archived.

export interface TaskChanged {
  readonly before: TaskRow;
  readonly after: TaskRow;
  readonly writer: Writer;
  readonly at: number;
}

/** Each task that is changed has its line in the activity log. */
export async function followTree(rows: WritableRows, { before, after, writer, at }: TaskChanged): Promise<void> {
  const { id } = after;
  const set = (event: ActivityEvent, state: (task: TaskRow) => Partial<TaskState>) => async (task: TaskRow) => {
    await rows.tasks.update(task.id, { ...task, ...state(task), updatedAt: at });
    if (event === "task_completed" || event === "task_archived") await rows.tasks.release(task.id);
    await rows.activity.append({ ...writer, at, event, subject: task.id });
  };
  const complete = set("task_completed", () => ({ status: "completed", completedAt: at }));
  const reopen = set("task_reopened", reopened);
  const archive = set("task_archived", () => ({ archivedAt: at }));
  const restore = set("task_restored", () => ({ archivedAt: null }));

  const isArchived = after.archivedAt !== null;
  if (isArchived !== (before.archivedAt !== null)) {
    const parts = await rows.tasks.byIds(await rows.tasks.below(id));
    const others = parts.filter((part) => (part.archivedAt !== null) !== isArchived);
    for (const part of others) await (isArchived ? archive : restore)(part);
    if (isArchived) return;
    for (const task of [after, ...others]) if (task.status !== "completed") await reopenAbove(rows, task.id, reopen);
    return;
  }
  if (before.status === after.status) return;
  if (after.status === "completed") {
    const parts = await rows.tasks.byIds(await rows.tasks.below(id));
    for (const part of parts) if (part.status !== "completed" && part.archivedAt === null) await complete(part);
  } else if (before.status === "completed") await reopenAbove(rows, id, reopen);
}

async function reopenAbove(
  { tasks }: WritableRows,
  id: string,
  reopen: (task: TaskRow) => Promise<void>,
): Promise<void> {
  for (const whole of await tasks.byIds(await tasks.above(id))) if (whole.status === "completed") await reopen(whole);
}

/** In progress again, or to do where nothing is done: of a task with subtasks their mean says so, as it is shown. */
export function reopened({ progress, partsProgress }: TaskRow): Partial<TaskState> {
  if ((partsProgress ?? progress) > 0) return { status: "in_progress", completedAt: null };
  return { status: "todo", progress: 0, completedAt: null };
}
