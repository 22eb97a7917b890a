import { ok } from "pegboard/runtime";
import type { ProjectCreate } from "../../../generated/contracts/project_create.ts";
import { errors } from "../../../generated/errors.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { findOrganization } from "../organization/find-organization.ts";
import { wireProject } from "./wire-project.ts";

export const projectCreate: ToolHandler<ProjectCreate> = async (input, deps, call) => {
  const { name, description, force, encrypted } = input;
  const found =
    input.organization === undefined ? undefined : await findOrganization(deps.organizations, input.organization);
  if (found?.ok === false) return found;
  const projects = found === undefined ? deps.projects : deps.projectsOf(found.thing.id);
  const place = found === undefined ? "" : ` of ${found.thing.name}`;
  const outcome = await projects.create({ name, description, force, encrypted, writer: writerOf(call.session) });
  if (outcome.status === "name_invalid") return errors.projectNameInvalid({ name, problem: outcome.problem });
  if (outcome.status === "similar_exists") {
    return ok({ status: outcome.status, project: null, similar: outcome.similar }, { where: `all projects${place}` });
  }
  if (found !== undefined && found.thing.id !== call.session?.scope) {
    call.notice(`this session finds it after it has switched to organisation '${found.thing.name}'`);
  }
  const project = wireProject(outcome.project);
  return ok({ status: outcome.status, project, similar: [] }, { where: `project ${project.name}${place}` });
};
