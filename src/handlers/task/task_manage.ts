import { ok } from "pegboard/runtime";
import type { TaskManage, TaskManageInput } from "../../../generated/contracts/task_manage.ts";
import { errors } from "../../../generated/errors.ts";
import type { TaskAction } from "../../services/tasks/manage-task.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { findTask } from "../find.ts";
import { alsoAtWork } from "./also-at-work.ts";
import { refusedTask } from "./refused-task.ts";
import { wireTask } from "./wire-task.ts";

export const taskManage: ToolHandler<TaskManage> = async (input, deps, call) => {
  const found = await findTask(deps.tasks, input.task, call.session.agent);
  if (!found.ok) return found;
  if (input.action === "update" && input.encryption_scope === "organization") return errors.encryptionUnsupported({});
  const action = actionOf(input);
  if (action.action === "update" && Object.values(action.change).every((value) => value === undefined)) {
    return errors.nothingToChange({ action: action.action, params: changeable });
  }
  const managed = await deps.tasks.manage({ taskId: found.thing.id, writer: writerOf(call.session), ...action });
  if (managed.status === "not_found") return refusedTask(managed, input.task);
  const { task, status } = managed;
  switch (status) {
    case "done":
      if (action.action === "progress" && task.parts > 0)
        call.notice("it shows the mean of its subtasks as long as it has some");
      if (action.action === "start" || action.action === "progress") {
        const others = alsoAtWork(managed.others, call.session.agent);
        if (others !== undefined) call.notice(others);
      }
      if (action.action === "start" && task.blocked) call.notice("other tasks should be done first: it waits for them");
      return ok(wireTask(task), { where: `project ${task.project}` });
    case "completed":
      return errors.taskCompleted({ task: task.id, title: task.title });
    default:
      return refusedTask({ status, task }, input.task);
  }
};

const changeable = [
  ...["title", "description", "priority", "tags", "status", "due", "assignee", "encryption_scope"],
] as const;

function actionOf(input: TaskManageInput): TaskAction {
  if (input.action === "progress") return { action: input.action, progress: input.progress };
  if (input.action !== "update") return { action: input.action };
  const { action, title, description, priority, tags, status, due, assignee } = input;
  const encrypted = input.encryption_scope === "personal" ? true : undefined;
  return { action, change: { title, description, priority, tags, status, due, assignee, encrypted } };
}
