import type { AdaptListTasks, AdaptListTasksResult } from "../../../generated/contracts/task_list.ts";
import { oldCursor, oldLimit, oldNextCursor } from "../old-page.ts";
import { ramorieTask } from "./ramorie-task.ts";

const maxLimit = 100;
const defaultNextLimit = 5;

/**
 * The old list had no limit, except five with `next_priority`; the longest page replaces none, and `nextCursor` goes on from its end. Subtasks were no tasks, but they are
 * what is next of a task that has some.
 */
export const listTasks: AdaptListTasks = (old) => {
  const next = old.next_priority ?? false;
  return {
    project: old.project,
    next,
    subtasks: next,
    limit: oldLimit(old.limit, maxLimit, next ? defaultNextLimit : maxLimit),
    ...oldCursor(old.cursor),
    ...(old.status === undefined ? {} : { status: old.status }),
    ...(old.query === undefined || old.query === "" ? {} : { query: old.query }),
  };
};

export const listTasksResult: AdaptListTasksResult = ({ items, count, next_cursor, _context }) => ({
  items: items.map(ramorieTask),
  count,
  ...oldNextCursor(next_cursor),
  _context,
});
