import { ok } from "pegboard/runtime";
import type { TaskMove } from "../../../generated/contracts/task_move.ts";
import { errors } from "../../../generated/errors.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { findProject, findTask } from "../find.ts";
import { refusedTask } from "./refused-task.ts";
import { wireTask } from "./wire-task.ts";

export const taskMove: ToolHandler<TaskMove> = async (input, { tasks, projects }, call) => {
  const found = await findTask(tasks, input.task, call.session.agent);
  if (!found.ok) return found;
  const project = await findProject(projects, input.project, call.session);
  if (!project.ok) return project;
  const request = { taskId: found.thing.id, projectId: project.thing.id, writer: writerOf(call.session) };
  const moved = await tasks.move(request);
  switch (moved.status) {
    case "moved":
      return ok(wireTask(moved.task), { where: `project ${moved.task.project}` });
    case "project_archived":
      return errors.projectArchived({ project: moved.project });
    default:
      return refusedTask(moved, input.task);
  }
};
