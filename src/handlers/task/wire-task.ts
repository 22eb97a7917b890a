import type { TaskPreview, TaskNote as WireNote, Task as WireTask } from "../../../generated/types.ts";
import type { ListedTask } from "../../services/tasks/list-tasks.ts";
import type { Task } from "../../services/tasks/task.ts";
import type { TaskNote } from "../../store/task-rows.ts";
import { encryptionOf } from "../encryption.ts";
import { dateTime } from "../instant.ts";

export function wireTask(task: Task): WireTask {
  const { id, title, description, project, projectId, status, priority, progress, tags, active } = task;
  const head = { id, title, description, project, project_id: projectId };
  const state = { status, priority, progress, tags, active };
  return {
    ...head,
    ...state,
    due: task.due,
    assignee: task.assignee,
    parent: task.parentId,
    subtasks: task.parts,
    subtasks_completed: task.partsCompleted,
    blocked: task.blocked,
    archived: task.archivedAt !== null,
    created_by: task.createdBy,
    created_at: dateTime(task.createdAt),
    updated_at: dateTime(task.updatedAt),
    completed_at: task.completedAt === null ? null : dateTime(task.completedAt),
    ...encryptionOf(task),
  };
}

export function wireListed({ why, ...task }: ListedTask): WireTask {
  return { ...wireTask(task), ...(why === undefined ? {} : { why }) };
}

export function wireNote(given: TaskNote): WireNote {
  const { id, taskId, kind, author, content, createdBy, createdAt } = given;
  const origin = { author, created_by: createdBy, created_at: dateTime(createdAt) };
  return { id, task_id: taskId, kind, note: content, ...origin, ...encryptionOf(given) };
}

export function taskPreview({ id, title, project, status, priority, progress, locked }: Task): TaskPreview {
  const shown = { id, title, project, status, priority, progress };
  return locked ? { ...shown, locked } : shown;
}
