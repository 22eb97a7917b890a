import { ok, okList } from "pegboard/runtime";
import type { TaskList } from "../../../generated/contracts/task_list.ts";
import { errors } from "../../../generated/errors.ts";
import type { ToolHandler } from "../deps.ts";
import { notSearchedNotice, ofTasks } from "../encryption.ts";
import { findProject } from "../find.ts";
import { wirePage } from "../page.ts";
import { wireListed } from "./wire-task.ts";

export const taskList: ToolHandler<TaskList> = async (input, deps, call) => {
  const found = input.project === undefined ? undefined : await findProject(deps.projects, input.project, call.session);
  if (found?.ok === false) return found;
  const { project: _project, due_until: dueUntil, subtasks, ...rest } = input;
  const filter = { ...rest, dueUntil, isWhole: !subtasks, projectId: found?.thing.id };
  const request = { ...filter, agent: call.session?.agent };
  const page = await deps.tasks.list(request);
  if ("status" in page) return errors.cursorInvalid({});
  const left = notSearchedNotice(page.notSearched, ofTasks);
  if (left !== undefined) call.notice(left);
  const where = found === undefined ? "all projects" : `project ${found.thing.name}`;
  return okList(page.items.length, (count) => ok(wirePage(page.first(count), wireListed), { where }));
};
