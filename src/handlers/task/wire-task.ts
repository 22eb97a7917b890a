import type { TaskPreview, TaskNote as WireNote, Task as WireTask } from "../../../generated/types.ts";
import type { Task } from "../../services/tasks/task.ts";
import type { TaskNote } from "../../store/task-rows.ts";
import { dateTime } from "../instant.ts";

export function wireTask(task: Task): WireTask {
  const { id, title, description, project, projectId, status, priority, progress, tags, active } = task;
  const head = { id, title, description, project, project_id: projectId };
  const state = { status, priority, progress, tags, active };
  return {
    ...head,
    ...state,
    blocked: task.blocked,
    archived: task.archivedAt !== null,
    created_by: task.createdBy,
    created_at: dateTime(task.createdAt),
    updated_at: dateTime(task.updatedAt),
    completed_at: task.completedAt === null ? null : dateTime(task.completedAt),
  };
}

export function wireNote({ id, taskId, content, createdBy, createdAt }: TaskNote): WireNote {
  return { id, task_id: taskId, note: content, created_by: createdBy, created_at: dateTime(createdAt) };
}

export function taskPreview({ id, title, project, status, priority, progress }: Task): TaskPreview {
  return { id, title, project, status, priority, progress };
}
