import type { TaskPreview, Task as WireTask } from "../../../generated/types.ts";
import type { Task } from "../../services/tasks/task.ts";
import { dateTime } from "../instant.ts";

export function wireTask(task: Task): WireTask {
  const { id, title, description, project, projectId, status, priority, progress, tags, active } = task;
  const head = { id, title, description, project, project_id: projectId };
  const state = { status, priority, progress, tags, active };
  return {
    ...head,
    ...state,
    archived: task.archivedAt !== null,
    created_by: task.createdBy,
    created_at: dateTime(task.createdAt),
    updated_at: dateTime(task.updatedAt),
    completed_at: task.completedAt === null ? null : dateTime(task.completedAt),
  };
}

export function taskPreview({ id, title, project, status, priority, progress }: Task): TaskPreview {
  return { id, title, project, status, priority, progress };
}
