import type { TaskPreview, Task as WireTask } from "../../../generated/types.ts";
import type { Task } from "../../services/tasks/task.ts";
import { dateTime } from "../instant.ts";

export function wireTask(task: Task): WireTask {
  return {
    id: task.id,
    title: task.title,
    description: task.description,
    project: task.project,
    project_id: task.projectId,
    status: task.status,
    priority: task.priority,
    progress: task.progress,
    tags: task.tags,
    active: task.active,
    created_by: task.createdBy,
    created_at: dateTime(task.createdAt),
    updated_at: dateTime(task.updatedAt),
    completed_at: task.completedAt === null ? null : dateTime(task.completedAt),
  };
}

export function taskPreview({ id, title, project, status, priority, progress }: Task): TaskPreview {
  return { id, title, project, status, priority, progress };
}
