import { ok } from "pegboard/runtime";
import type { TaskCreate } from "../../../generated/contracts/task_create.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { findProject } from "../find.ts";
import { wireTask } from "./wire-task.ts";

export const taskCreate: ToolHandler<TaskCreate> = async (input, deps, call) => {
  const found = await findProject(deps.projects, input.project);
  if (!found.ok) return found;
  const { title, description, priority, tags } = input;
  const facts = { projectId: found.thing.id, title, description, priority, tags };
  const task = await deps.tasks.create({ ...facts, writer: writerOf(call.session) });
  return ok(wireTask(task), { where: `project ${task.project}` });
};
