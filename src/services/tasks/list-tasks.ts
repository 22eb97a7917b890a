import type { Store } from "../../store/store.ts";
import type { TaskFilter, TaskPriority, TaskRow } from "../../store/task-rows.ts";
import { type BadCursor, type Key, type Page, type PageRequest, pageOf } from "../paging/page.ts";
import { type Task, taskOf } from "./task.ts";

export interface ListTasks extends PageRequest, TaskFilter {
  readonly next: boolean;
  readonly agent: string | undefined;
}

/** Most important first; cursors contain the index in this list. */
const priorities: readonly TaskPriority[] = ["high", "medium", "low"];

/**
 * Newest first; with `next` most important and then oldest first. Every filter acts before the limit.
 * @param request `status` of a `next` list is todo unless given
 */
export async function listTasks(store: Store, request: ListTasks): Promise<Page<Task> | BadCursor> {
  const { projectId, priority, tag, archived, next, agent, limit, cursor } = request;
  const status = request.status ?? (next ? "todo" : undefined);
  const query = request.query === "" ? undefined : request.query;
  const filter: TaskFilter = { projectId, status, priority, tag, query, archived };
  return await store.read(async ({ tasks }) => {
    const newest = (after: Key | undefined, max: number) => tasks.list({ ...filter, limit: max, before: after?.[0] });
    const nextUp = ([rank = -1, row]: Key = [], max: number) => {
      const known = priorities[rank];
      const after = known === undefined || row === undefined ? undefined : { priority: known, row };
      return tasks.nextUp({ ...filter, status: status ?? "todo", limit: max, after });
    };
    const active = agent === undefined ? undefined : await tasks.activeOf(agent);
    return await pageOf<TaskRow, Task>({
      list: ["tasks", { ...filter, next }],
      cursor,
      limit,
      keyLength: next ? 2 : 1,
      keyOf: (task) => (next ? [priorities.indexOf(task.priority), task.row] : [task.row]),
      fetch: next ? nextUp : newest,
      itemOf: (row) => taskOf(row, active),
    });
  });
}
