import type { AdaptCreateProject, AdaptCreateProjectResult } from "../../../generated/contracts/project_create.ts";
import { ramorieProject } from "./ramorie-project.ts";

export const createProject: AdaptCreateProject = ({ name, description, force, org_id }) => ({
  name,
  ...(description === undefined ? {} : { description }),
  ...(force === undefined ? {} : { force }),
  ...(org_id === undefined || org_id === "" ? {} : { organization: org_id }),
});

export const createProjectResult: AdaptCreateProjectResult = ({ status, project, similar }, { name }) => {
  if (project === null) {
    return {
      status: "needs_confirmation",
      similar_projects: similar.map((one) => ({
        id: one.id,
        name: one.name,
        similarity: `${Math.round(one.similarity * 100)}%`,
      })),
      requested_name: name,
      _message: `Nothing was created: other projects are called almost '${name}'`,
      _action: "Use one of them, or call create_project again with force",
    };
  }
  const made = ramorieProject(project);
  if (status === "created") return { project: made, _message: `Project '${project.name}' created` };
  return {
    status: "exists",
    exact_match: made,
    _message: `Project '${project.name}' was there already`,
    _action: "Use it; nothing was created",
  };
};
