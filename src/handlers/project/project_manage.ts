import { ok } from "pegboard/runtime";
import type { ProjectManage } from "../../../generated/contracts/project_manage.ts";
import { errors } from "../../../generated/errors.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { findProject } from "../find.ts";
import { wireProject } from "./wire-project.ts";

export const projectManage: ToolHandler<ProjectManage> = async (input, deps, call) => {
  const found = await findProject(deps.projects, input.project, call.session);
  if (!found.ok) return found;
  if (input.action === "update") {
    const { name, description, encrypted } = input;
    const changes = { name, description, encrypted };
    if (Object.values(changes).every((value) => value === undefined)) {
      return errors.nothingToChange({ action: input.action, params: Object.keys(changes) });
    }
  }
  const target = { projectId: found.thing.id, writer: writerOf(call.session) };
  const managed = await deps.projects.manage({ ...input, ...target });
  switch (managed.status) {
    case "done":
      return ok(wireProject(managed.project), { where: `project ${managed.project.name}` });
    case "archived":
      return errors.projectArchived({ project: managed.project.name });
    case "name_invalid":
      return errors.projectNameInvalid({ name: managed.name, problem: managed.problem });
    case "name_taken":
      return errors.projectNameTaken({ name: managed.name, owner: managed.owner });
    case "not_found":
      // Deleted between the two reads.
      return errors.projectNotFound({ project: input.project, candidates: [] });
  }
};
