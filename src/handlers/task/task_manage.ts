import { ok } from "pegboard/runtime";
import type { TaskManage } from "../../../generated/contracts/task_manage.ts";
import { errors } from "../../../generated/errors.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { findTask } from "../find.ts";
import { wireTask } from "./wire-task.ts";

export const taskManage: ToolHandler<TaskManage> = async (input, deps, call) => {
  const found = await findTask(deps.tasks, input.task, call.session.agent);
  if (!found.ok) return found;
  const target = { taskId: found.thing.id, writer: writerOf(call.session) };
  const managed = await deps.tasks.manage(
    input.action === "progress"
      ? { ...target, action: input.action, progress: input.progress }
      : { ...target, action: input.action },
  );
  // Removed between the two reads.
  if (managed.status === "not_found") return errors.taskNotFound({ task: input.task });
  const { task } = managed;
  if (managed.status === "completed") return errors.taskCompleted({ task: task.id, title: task.title });
  return ok(wireTask(task), { where: `project ${task.project}` });
};
