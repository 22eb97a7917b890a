import { ok, type PreviewedHandler } from "pegboard/runtime";
import type { ProjectDelete } from "../../../generated/contracts/project_delete.ts";
import { errors } from "../../../generated/errors.ts";
import { counted } from "../counted.ts";
import { type Deps, writerOf } from "../deps.ts";
import { findProject } from "../find.ts";
import { inUseNotice } from "../memory/in-use-notice.ts";
import { wireProject } from "./wire-project.ts";

export const projectDelete: PreviewedHandler<ProjectDelete, Deps> = {
  async preview(input, { projects }, call) {
    const found = await findProject(projects, input.project, call.session);
    if (!found.ok) return found;
    const { id, name, slug } = found.thing;
    const { tasks, memories, decisions, plans } = await projects.countContents(id, call.session.agent);
    const contents = `${counted(tasks, "task", "tasks")} and ${counted(memories, "memory", "memories")}`;
    const written = [
      ...(decisions === 0 ? [] : [counted(decisions, "decision", "decisions")]),
      ...(plans === 0 ? [] : [counted(plans, "plan", "plans")]),
    ];
    const more = written.length === 0 ? "" : `, and ${written.join(" and ")}`;
    return ok(`delete the project '${name}' for good, with ${contents} (in project/${slug} and below)${more}`);
  },
  async run(input, { projects }, call) {
    const found = await findProject(projects, input.project, call.session);
    if (!found.ok) return found;
    const removed = await projects.remove(found.thing.id, writerOf(call.session));
    // Deleted between the two reads.
    if (removed === undefined) return errors.projectNotFound({ project: input.project, candidates: [] });
    if (!removed.isErased) call.notice(inUseNotice);
    const value = { deleted: wireProject(found.thing), tasks_count: removed.tasks, memories_count: removed.memories };
    return ok(value, { where: "all projects" });
  },
};
