import { ok } from "pegboard/runtime";
import type { TaskManage, TaskManageInput } from "../../../generated/contracts/task_manage.ts";
import { errors } from "../../../generated/errors.ts";
import type { TaskAction } from "../../services/tasks/manage-task.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { findTask } from "../find.ts";
import { wireTask } from "./wire-task.ts";

export const taskManage: ToolHandler<TaskManage> = async (input, deps, call) => {
  const found = await findTask(deps.tasks, input.task, call.session.agent);
  if (!found.ok) return found;
  const action = actionOf(input);
  if (action.action === "update" && Object.values(action.change).every((value) => value === undefined)) {
    return errors.nothingToChange({ action: action.action, params: Object.keys(action.change) });
  }
  const managed = await deps.tasks.manage({ taskId: found.thing.id, writer: writerOf(call.session), ...action });
  // Deleted between the two reads.
  if (managed.status === "not_found") return errors.taskNotFound({ task: input.task });
  const { task } = managed;
  switch (managed.status) {
    case "done":
      return ok(wireTask(task), { where: `project ${task.project}` });
    case "completed":
      return errors.taskCompleted({ task: task.id, title: task.title });
    case "archived":
      return errors.taskArchived({ task: task.id, title: task.title });
    case "project_archived":
      return errors.projectArchived({ project: task.project });
  }
};

function actionOf(input: TaskManageInput): TaskAction {
  if (input.action === "progress") return { action: input.action, progress: input.progress };
  if (input.action !== "update") return { action: input.action };
  const { action, title, description, priority, tags } = input;
  return { action, change: { title, description, priority, tags } };
}
