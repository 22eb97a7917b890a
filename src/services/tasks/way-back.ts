import type { ReadableRows } from "../../store/store.ts";
import type { TaskStage } from "../../store/task-rows.ts";
import { type Task, taskOf } from "./task.ts";

/**
 * The tasks between a stage and one that must be reached before it, both included; undefined: it need not be. Where it must, the
 * second can't be made to come after the first.
 */
export async function wayBack(
  { tasks }: Pick<ReadableRows, "tasks">,
  from: TaskStage,
  to: TaskStage,
): Promise<readonly Task[] | undefined> {
  if (!(await tasks.comesAfter(from, to))) return undefined;
  const ids = [from.taskId];
  for (let at = from; at.taskId !== to.taskId || at.stage !== to.stage; ) {
    const next = await firstThatLeads(tasks, at, to);
    if (next.taskId !== at.taskId) ids.push(next.taskId);
    at = next;
  }
  return (await tasks.byIds(ids)).map((row) => taskOf(row, undefined));
}

async function firstThatLeads(tasks: ReadableRows["tasks"], at: TaskStage, to: TaskStage): Promise<TaskStage> {
  for (const before of await tasks.stagesBefore(at)) {
    if (await tasks.comesAfter(before, to)) return before;
  }
  throw new Error(`invariant: a way leads from ${at.taskId} to ${to.taskId}`);
}
