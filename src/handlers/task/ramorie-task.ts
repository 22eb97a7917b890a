import type { RamorieTask, Task, TaskNote } from "../../../generated/types.ts";

export const ramorieStatus = { todo: "TODO", in_progress: "IN_PROGRESS", completed: "COMPLETED" } as const;
export const ramoriePriority = { high: "H", medium: "M", low: "L" } as const;

/** A task in the words and letter case of Ramorie. */
export function ramorieTask(task: Task): RamorieTask {
  const { id, project_id, title, description, progress, tags, created_at, updated_at } = task;
  return {
    ...{ id, project_id, title, description, progress, tags, created_at, updated_at },
    status: ramorieStatus[task.status],
    priority: ramoriePriority[task.priority],
    is_encrypted: task.encrypted === true,
    ...(task.locked === true ? { locked: true } : {}),
    project: { id: project_id, name: task.project },
  };
}

/** An annotation of Ramorie. */
export function ramorieNote({ id, task_id, note, created_at, locked }: TaskNote) {
  return { id, task_id, content: note, created_at, ...(locked === true ? { locked } : {}) };
}
