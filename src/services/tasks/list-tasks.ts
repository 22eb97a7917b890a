import type { Clock } from "../../runtime/ports.ts";
import type { Store } from "../../store/store.ts";
import type { TaskEdges, TaskFilter, TaskPriority, TaskRow } from "../../store/task-rows.ts";
import { allSearched, type NotSearched } from "../../store/vault.ts";
import { type BadCursor, type Key, type Page, type PageRequest, pageOf } from "../paging/page.ts";
import { type Task, taskOf } from "./task.ts";
import { whyNext } from "./why-next.ts";

export interface ListTasks extends PageRequest, TaskFilter {
  readonly next: boolean;
  readonly agent: string | undefined;
}

export interface ListedTask extends Task {
  /** Of a `next` list: what gives it its place, in words. */
  readonly why?: string;
}

/** Most important first; cursors contain the index in this list. */
const priorities: readonly TaskPriority[] = ["high", "medium", "low"];

/**
 * Newest first; with `next` most important, then first due and then oldest first. Every filter acts before the limit.
 * @param request `status` of a `next` list is todo unless given
 */
export async function listTasks(
  store: Store,
  clock: Clock,
  { next, agent, limit, cursor, ...given }: ListTasks,
): Promise<(Page<ListedTask> & { readonly notSearched: NotSearched }) | BadCursor> {
  const status = given.status ?? (next ? "todo" : undefined);
  const query = given.query === "" ? undefined : given.query;
  const filter: TaskFilter = { ...given, status, query };
  return await store.read(async ({ tasks }) => {
    const edges = new Map<string, TaskEdges>();
    const newest = (after: Key | undefined, max: number) => tasks.list({ ...filter, limit: max, before: after?.[0] });
    const nextUp = async (after: Key | undefined, max: number) => {
      const rows = await tasks.nextUp({ ...filter, status: status ?? "todo", limit: max, after: positionOf(after) });
      for (const each of await tasks.edgesOf(rows.map(({ id }) => id))) edges.set(each.id, each);
      return rows;
    };
    const active = agent === undefined ? undefined : await tasks.activeOf(agent);
    const now = clock();
    const page = await pageOf<TaskRow, ListedTask>({
      list: ["tasks", { ...filter, next }],
      cursor,
      limit,
      keyLength: next ? 3 : 1,
      keyOf: (task) => (next ? [priorities.indexOf(task.priority), dayKey(task.due), task.row] : [task.row]),
      fetch: next ? nextUp : newest,
      itemOf: (row) => {
        const task = taskOf(row, active);
        return next ? { ...task, why: whyNext(task, edges.get(row.id), now) } : task;
      },
    });
    if ("status" in page) return page;
    // Encrypted tasks that the query can't look into.
    return { ...page, notSearched: query === undefined ? allSearched : await tasks.notSearched(filter) };
  });
}

/** A day as a number, such as 20261231; 0: no day. */
function dayKey(due: string | null): number {
  return due === null ? 0 : Number(due.replaceAll("-", ""));
}

function positionOf(key: Key | undefined) {
  const [rank = -1, day = 0, row] = key ?? [];
  const priority = priorities[rank];
  if (priority === undefined || row === undefined) return undefined;
  const digits = String(day).padStart(8, "0");
  return { priority, row, due: day === 0 ? null : `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}` };
}
