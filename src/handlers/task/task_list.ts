import { ok } from "pegboard/runtime";
import type { TaskList } from "../../../generated/contracts/task_list.ts";
import { errors } from "../../../generated/errors.ts";
import type { ToolHandler } from "../deps.ts";
import { findProject } from "../find.ts";
import { textFilter, wirePage } from "../page.ts";
import { wireTask } from "./wire-task.ts";

export const taskList: ToolHandler<TaskList> = async (input, deps, call) => {
  const found = input.project === undefined ? undefined : await findProject(deps.projects, input.project);
  if (found?.ok === false) return found;
  const query = textFilter(input.query);
  const page = await deps.tasks.list({
    ...(found === undefined ? {} : { projectId: found.project.id }),
    ...(input.status === undefined ? {} : { status: input.status }),
    ...(input.priority === undefined ? {} : { priority: input.priority }),
    ...(query === undefined ? {} : { query }),
    ...(input.cursor === undefined ? {} : { cursor: input.cursor }),
    next: input.next,
    limit: input.limit,
    agent: call.session?.agent,
  });
  if ("status" in page) return errors.cursorInvalid({});
  return ok(wirePage(page, wireTask), {
    where: found === undefined ? "all projects" : `project ${found.project.name}`,
  });
};
