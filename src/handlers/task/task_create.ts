import { ok } from "pegboard/runtime";
import type { TaskCreate } from "../../../generated/contracts/task_create.ts";
import { errors } from "../../../generated/errors.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { findProject } from "../find.ts";
import { wireTask } from "./wire-task.ts";

export const taskCreate: ToolHandler<TaskCreate> = async (input, deps, call) => {
  const found = await findProject(deps.projects, input.project, call.session);
  if (!found.ok) return found;
  if (input.encryption_scope === "organization") return errors.encryptionUnsupported({});
  const { title, description, priority, tags, due, assignee } = input;
  const encrypted = input.encryption_scope === "personal";
  const facts = { title, description, priority, tags, due, assignee, encrypted };
  const created = await deps.tasks.create({ ...facts, projectId: found.thing.id, writer: writerOf(call.session) });
  switch (created.status) {
    case "created":
      return ok(wireTask(created.task), { where: `project ${created.task.project}` });
    case "project_archived":
      return errors.projectArchived({ project: found.thing.name });
    default:
      // Deleted between the two reads: it is a part of no other task.
      return errors.projectNotFound({ project: input.project, candidates: [] });
  }
};
