import type { Writer } from "../../store/activity-rows.ts";
import type { ReadableRows, WritableRows } from "../../store/store.ts";
import type { TaskRow } from "../../store/task-rows.ts";
import { type PutAway, putAwayOf, type Task, taskOf } from "./task.ts";
import { wayBack } from "./way-back.ts";

export interface ChangeDependency {
  readonly action: "add" | "remove";
  readonly taskId: string;
  /** What has to be completed before it. */
  readonly needsId: string;
  readonly writer: Writer;
}

/** Of each direction. */
const maxShown = 50;

/** Both directions of the edges of one task, oldest first. */
export interface Dependencies {
  readonly task: Task;
  readonly needs: readonly Task[];
  readonly neededBy: readonly Task[];
}

/** Anything but `done`: nothing changed. */
export type ChangedDependency =
  | ({ readonly status: "done"; readonly isChanged: boolean } & Dependencies)
  /** The tasks that would wait for each other, each for the next one and the last for the first. */
  | { readonly status: "cycle"; readonly tasks: readonly Task[] }
  | { readonly status: PutAway; readonly task: Task }
  | { readonly status: "not_found" };

/** Adds or removes an edge, with its line in the activity log. What is so already leaves no line. */
export async function changeDependency(
  rows: WritableRows,
  { action, taskId, needsId, writer }: ChangeDependency,
  at: number,
): Promise<ChangedDependency> {
  const { tasks, activity } = rows;
  const [task, needed] = [await one(rows, taskId), await one(rows, needsId)];
  if (task === undefined || needed === undefined) return { status: "not_found" };
  for (const row of action === "add" ? [task, needed] : [task]) {
    const putAway = putAwayOf(row);
    if (putAway !== undefined) return { status: putAway, task: taskOf(row, undefined) };
  }
  const isThere = (await tasks.needsOf(taskId)).includes(needsId);
  const isChanged = isThere !== (action === "add");
  if (isChanged && action === "add") {
    const cycle = await wayBack(rows, { taskId: needsId, stage: "end" }, { taskId, stage: "begin" });
    if (cycle !== undefined) return { status: "cycle", tasks: [taskOf(task, undefined), ...cycle.slice(0, -1)] };
    const { agent: createdBy, session } = writer;
    await tasks.addDependency({ taskId, needsId, createdBy, session, createdAt: at });
  } else if (isChanged) await tasks.removeDependency(taskId, needsId);
  if (isChanged) {
    const event = action === "add" ? "dependency_added" : "dependency_removed";
    await activity.append({ ...writer, at, event, subject: taskId });
  }
  const dependencies = await dependenciesOf(rows, taskId, writer.agent);
  return dependencies === undefined ? { status: "not_found" } : { status: "done", isChanged, ...dependencies };
}

export async function dependenciesOf(
  rows: ReadableRows,
  taskId: string,
  agent: string | undefined,
): Promise<Dependencies | undefined> {
  const { tasks } = rows;
  const task = await one(rows, taskId);
  if (task === undefined) return undefined;
  const active = agent === undefined ? undefined : await tasks.activeOf(agent);
  const shown = async (ids: readonly string[]) =>
    (await tasks.byIds(ids.slice(0, maxShown))).map((row) => taskOf(row, active));
  return {
    task: taskOf(task, active),
    needs: await shown(await tasks.needsOf(taskId)),
    neededBy: await shown(await tasks.neededBy(taskId)),
  };
}

async function one({ tasks }: ReadableRows, id: string): Promise<TaskRow | undefined> {
  return (await tasks.byIds([id]))[0];
}
