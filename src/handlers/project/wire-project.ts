import type { Project as WireProject } from "../../../generated/types.ts";
import type { Project } from "../../services/projects/project.ts";
import { dateTime } from "../instant.ts";

export function wireProject(project: Project): WireProject {
  const { id, name, slug, description } = project;
  const facts = { id, name, slug, description };
  return {
    ...facts,
    open_tasks: project.openTasks,
    archived: project.archivedAt !== null,
    encrypted: project.encrypted,
    created_by: project.createdBy,
    created_at: dateTime(project.createdAt),
  };
}
