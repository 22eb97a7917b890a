import { ok, type PreviewedHandler } from "pegboard/runtime";
import type { TaskDelete } from "../../../generated/contracts/task_delete.ts";
import { errors } from "../../../generated/errors.ts";
import { counted } from "../counted.ts";
import { type Deps, writerOf } from "../deps.ts";
import { findTask } from "../find.ts";
import { inUseNotice } from "../memory/in-use-notice.ts";
import { wireTask } from "./wire-task.ts";

export const taskDelete: PreviewedHandler<TaskDelete, Deps> = {
  async preview(input, { tasks }, call) {
    const found = await findTask(tasks, input.task, call.session.agent);
    if (!found.ok) return found;
    const { id, title, project, status } = found.thing;
    const { length } = (await tasks.subtasks(id, call.session.agent))?.subtasks ?? [];
    const parts = length === 0 ? "" : `, with ${counted(length, "task", "tasks")} below it,`;
    return ok(
      `delete the task '${title}' (${status}) of the project '${project}'${parts} for good; memories of it stay`,
    );
  },
  async run(input, { tasks }, call) {
    const found = await findTask(tasks, input.task, call.session.agent);
    if (!found.ok) return found;
    const task = found.thing;
    const removed = await tasks.remove(task.id, writerOf(call.session));
    // Deleted between the two reads.
    if (removed === undefined) return errors.taskNotFound({ task: input.task });
    if (!removed.isErased) call.notice(inUseNotice);
    return ok({ deleted: wireTask(task), subtasks_count: removed.parts }, { where: `project ${task.project}` });
  },
};
