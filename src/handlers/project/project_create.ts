import { ok } from "pegboard/runtime";
import type { ProjectCreate } from "../../../generated/contracts/project_create.ts";
import { errors } from "../../../generated/errors.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { wireProject } from "./wire-project.ts";

export const projectCreate: ToolHandler<ProjectCreate> = async (input, deps, call) => {
  const { name, description, force } = input;
  const outcome = await deps.projects.create({ name, description, force, writer: writerOf(call.session) });
  if (outcome.status === "name_invalid") return errors.projectNameInvalid({ name, problem: outcome.problem });
  if (outcome.status === "similar_exists") {
    return ok({ status: outcome.status, project: null, similar: outcome.similar }, { where: "all projects" });
  }
  const project = wireProject(outcome.project);
  return ok({ status: outcome.status, project, similar: [] }, { where: `project ${project.name}` });
};
