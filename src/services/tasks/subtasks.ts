import type { Writer } from "../../store/activity-rows.ts";
import type { ReadableRows, WritableRows } from "../../store/store.ts";
import type { TaskRow } from "../../store/task-rows.ts";
import { moveTree } from "./move-task.ts";
import { type PutAway, putAwayOf, type Task, taskOf } from "./task.ts";
import { wayBack } from "./way-back.ts";

// Subtasks are tasks that are parts of another one: a tree of any depth, in one project.

export interface PlaceTask {
  readonly taskId: string;
  /** null: it is a task of its own then. */
  readonly parentId: string | null;
  /** 1 is the first of the subtasks; undefined: the last, or where it is. */
  readonly position?: number | undefined;
  readonly writer: Writer;
}

/** Anything but `placed`: nothing changed. */
export type PlacedTask =
  | { readonly status: "placed"; readonly task: Task }
  /** `task` is the one that is put away, or the completed one that an open task can't become a part of. */
  | { readonly status: PutAway | "completed"; readonly task: Task }
  /** The tasks that could neither begin nor end, each because of the next one and the last because of the first. */
  | { readonly status: "cycle"; readonly tasks: readonly Task[] }
  | { readonly status: "not_found" };

/** Makes a task a part of another one, in its project, or puts it elsewhere among its subtasks. */
export async function placeTask(
  rows: WritableRows,
  { taskId, parentId, position, writer }: PlaceTask,
  at: number,
): Promise<PlacedTask> {
  const { tasks, activity } = rows;
  const [task] = await tasks.byIds([taskId]);
  const [parent] = parentId === null ? [] : await tasks.byIds([parentId]);
  if (task === undefined || (parentId !== null && parent === undefined)) return { status: "not_found" };
  const refused = refusalOf(task, parent);
  if (refused !== undefined) return refused;
  const siblings = task.parentId === null ? [] : await tasks.partsOf(task.parentId);
  if (task.parentId !== parentId) {
    await tasks.setParent(taskId, null);
    const cycle = parent === undefined ? undefined : await cycleOf(rows, task, parent);
    if (cycle !== undefined) {
      await tasks.setParent(taskId, task.parentId);
      await tasks.arrange(siblings);
      return { status: "cycle", tasks: cycle };
    }
    await tasks.setParent(taskId, parentId);
    if (parent !== undefined && parent.projectId !== task.projectId) {
      await moveTree(rows, { taskId, projectId: parent.projectId, writer }, at);
    }
  }
  const isArranged =
    parentId !== null && position !== undefined && (await arrangePart(rows, taskId, parentId, position));
  if (isArranged || task.parentId !== parentId) {
    await activity.append({ ...writer, at, event: "task_placed", subject: taskId });
  }
  const [placed = task] = await tasks.byIds([taskId]);
  return { status: "placed", task: taskOf(placed, await tasks.activeOf(writer.agent)) };
}

/** Puts one of the subtasks into this place. @returns whether the order is another one now */
export async function arrangePart(
  { tasks }: WritableRows,
  taskId: string,
  parentId: string,
  position: number,
): Promise<boolean> {
  const before = await tasks.partsOf(parentId);
  const others = before.filter((id) => id !== taskId);
  const after = others.toSpliced(position - 1, 0, taskId);
  if (after.join() === before.join()) return false;
  await tasks.arrange(after);
  return true;
}

/** Each before its own subtasks, in their order; without archived ones. undefined: the task is not there. */
export async function subtasksOf(
  { tasks }: ReadableRows,
  taskId: string,
  agent: string | undefined,
): Promise<{ readonly task: Task; readonly subtasks: readonly Task[] } | undefined> {
  const [task] = await tasks.byIds([taskId]);
  if (task === undefined) return undefined;
  const active = agent === undefined ? undefined : await tasks.activeOf(agent);
  const parts = await tasks.byIds(await tasks.below(taskId));
  const live = parts.filter(({ archivedAt }) => task.archivedAt !== null || archivedAt === null);
  return { task: taskOf(task, active), subtasks: live.map((row) => taskOf(row, active)) };
}

function refusalOf(task: TaskRow, parent: TaskRow | undefined): PlacedTask | undefined {
  for (const row of parent === undefined ? [task] : [task, parent]) {
    const putAway = putAwayOf(row);
    if (putAway !== undefined) return { status: putAway, task: taskOf(row, undefined) };
  }
  if (parent?.status !== "completed" || task.status === "completed") return undefined;
  return { status: "completed", task: taskOf(parent, undefined) };
}

/** It would begin after the other one and end before it. */
async function cycleOf(rows: WritableRows, task: TaskRow, parent: TaskRow): Promise<readonly Task[] | undefined> {
  const [part, whole] = [task.id, parent.id];
  if (part === whole) return [taskOf(task, undefined)];
  const beginning = await wayBack(rows, { taskId: whole, stage: "begin" }, { taskId: part, stage: "begin" });
  return beginning ?? (await wayBack(rows, { taskId: part, stage: "end" }, { taskId: whole, stage: "end" }));
}
