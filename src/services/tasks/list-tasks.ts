import type { Store } from "../../store/store.ts";
import type { TaskFilter, TaskPriority, TaskRow } from "../../store/task-rows.ts";
import { isBadCursor, type Key, pageOf } from "../paging/cursor.ts";
import type { BadCursor, Page } from "../paging/page.ts";
import { taskOf } from "./task-of.ts";
import type { ListTasks, Task } from "./tasks.ts";

/** Most important first; cursors contain the index in this list. */
const priorities: readonly TaskPriority[] = ["high", "medium", "low"];

export async function listTasks(store: Store, request: ListTasks): Promise<Page<Task> | BadCursor> {
  const { projectId, priority, next, agent, limit, cursor } = request;
  const status = request.status ?? (next ? "todo" : undefined);
  const query = request.query === "" ? undefined : request.query;
  const filter: TaskFilter = {
    ...(projectId === undefined ? {} : { projectId }),
    ...(status === undefined ? {} : { status }),
    ...(priority === undefined ? {} : { priority }),
    ...(query === undefined ? {} : { query }),
  };
  return await store.read(async ({ tasks }) => {
    const newest = (after: Key | undefined, max: number) => {
      const before = after?.[0];
      return tasks.list({ ...filter, limit: max, ...(before === undefined ? {} : { before }) });
    };
    const nextUp = (after: Key | undefined, max: number) => {
      const [rank, row] = after ?? [];
      const known = rank === undefined ? undefined : priorities[rank];
      const position = known === undefined || row === undefined ? undefined : { priority: known, row };
      const placed = position === undefined ? {} : { after: position };
      return tasks.nextUp({ ...filter, status: status ?? "todo", limit: max, ...placed });
    };
    const page = await pageOf<TaskRow>({
      list: ["tasks", { projectId, status, priority, query, next }],
      cursor,
      limit,
      keyLength: next ? 2 : 1,
      keyOf: (task) => (next ? [priorities.indexOf(task.priority), task.row] : [task.row]),
      fetch: next ? nextUp : newest,
    });
    if (isBadCursor(page)) return page;
    const active = agent === undefined ? undefined : await tasks.activeOf(agent);
    return { ...page, items: page.items.map((row) => taskOf(row, active)) };
  });
}
