import type { TaskStatus } from "../../../store/task-rows.ts";
import {
  dayOf,
  type ImportedTask,
  listOf,
  objectOf,
  priorityOf,
  type TaskSource,
  tagsOf,
  textOf,
  titleOf,
  type Unreadable,
} from "./imported-task.ts";

// tasks.json of Task Master: {tasks: [...]}, or {<tag>: {tasks: [...]}, ...} since 0.17. Ids are numbers or texts; those of subtasks
// count within their task, and dependencies of subtasks name a sibling (2) or "<task>.<subtask>".
// See https://github.com/eyaltoledano/claude-task-master/blob/main/docs/task-structure.md

const statuses: Readonly<Record<string, TaskStatus>> = {
  pending: "todo",
  todo: "todo",
  deferred: "todo",
  blocked: "todo",
  "in-progress": "in_progress",
  review: "in_progress",
  done: "completed",
  completed: "completed",
  cancelled: "completed",
};

/** Statuses that ours don't tell apart become tags. */
const taggedStatuses = ["deferred", "blocked", "review", "cancelled"];

export function readTaskMaster(value: unknown): TaskSource | Unreadable {
  const whole = objectOf(value);
  if (whole === undefined) return { problem: "it is not an object of tasks" };
  const lists = Array.isArray(whole.tasks)
    ? [{ tag: "master", tasks: whole.tasks }]
    : Object.entries(whole).flatMap(([tag, each]) => {
        const tasks = objectOf(each)?.tasks;
        return Array.isArray(tasks) ? [{ tag, tasks }] : [];
      });
  if (lists.length === 0) return { problem: "it has no list 'tasks'" };
  const tasks = lists.flatMap((list) => list.tasks.flatMap((task: unknown) => tasksOf(list.tag, task)));
  return { source: "task-master", tasks };
}

/** A task, then its subtasks. */
function tasksOf(tag: string, value: unknown): readonly ImportedTask[] {
  const task = objectOf(value);
  const id = idOf(task?.id);
  if (task === undefined || id === undefined) return [];
  const key = `${tag}/${id}`;
  const needs = listOf(task.dependencies)
    .flatMap((needed) => idOf(needed) ?? [])
    .map((needed) => `${tag}/${needed}`);
  const subtasks = listOf(task.subtasks).flatMap((part) => {
    const sub = objectOf(part);
    const subId = idOf(sub?.id);
    if (sub === undefined || subId === undefined) return [];
    const siblings = listOf(sub.dependencies).flatMap((needed) => idOf(needed) ?? []);
    const subNeeds = siblings.map((needed) => `${tag}/${needed.includes(".") ? needed : `${id}.${needed}`}`);
    return [taskOf(tag, sub, { key: `${key}.${subId}`, parent: key, needs: subNeeds, priority: task.priority })];
  });
  return [taskOf(tag, task, { key, parent: null, needs, priority: undefined }), ...subtasks];
}

function taskOf(
  tag: string,
  task: Readonly<Record<string, unknown>>,
  place: Pick<ImportedTask, "key" | "parent" | "needs"> & { readonly priority: unknown },
): ImportedTask {
  const word = typeof task.status === "string" ? task.status.toLowerCase() : "pending";
  const strategy = typeof task.testStrategy === "string" ? textOf(task.testStrategy) : "";
  return {
    ...place,
    title: titleOf(task.title, `Task ${place.key}`),
    description: textOf(task.description, task.details, strategy === "" ? "" : `Test strategy: ${strategy}`),
    status: statuses[word] ?? "todo",
    priority: priorityOf(task.priority ?? place.priority),
    tags: tagsOf([...(tag === "master" ? [] : [tag]), ...(taggedStatuses.includes(word) ? [word] : [])]),
    due: dayOf(task.dueDate),
    assignee: typeof task.assignee === "string" && task.assignee.trim() !== "" ? titleOf(task.assignee, "") : null,
  };
}

function idOf(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
