import { ok } from "pegboard/runtime";
import type { ProjectStats } from "../../../generated/contracts/project_stats.ts";
import { errors } from "../../../generated/errors.ts";
import type { ToolHandler } from "../deps.ts";
import { findProject } from "../find.ts";
import { dateTime } from "../instant.ts";

export const projectStats: ToolHandler<ProjectStats> = async (input, { projects }, call) => {
  const found = await findProject(projects, input.project, call.session);
  if (!found.ok) return found;
  const { id, name } = found.thing;
  const statistics = await projects.statistics(id, call.session?.agent);
  // Deleted between the two reads.
  if (statistics === undefined) return errors.projectNotFound({ project: input.project, candidates: [] });
  const { tasks, archivedTasks, memories, lastActivityAt } = statistics;
  const { todo, inProgress, completed, blocked } = tasks;
  const total = todo + inProgress + completed;
  const value = {
    project: name,
    tasks: { total, todo, in_progress: inProgress, completed, blocked, archived: archivedTasks },
    memories,
    last_activity_at: lastActivityAt === null ? null : dateTime(lastActivityAt),
  };
  return ok(value, { where: `project ${name}` });
};
