import { ok, okList } from "pegboard/runtime";
import type { ProjectList } from "../../../generated/contracts/project_list.ts";
import { errors } from "../../../generated/errors.ts";
import type { ToolHandler } from "../deps.ts";
import { wirePage } from "../page.ts";
import { wireProject } from "./wire-project.ts";

export const projectList: ToolHandler<ProjectList> = async (input, deps) => {
  const page = await deps.projects.list(input);
  if ("status" in page) return errors.cursorInvalid({});
  const where = "all projects";
  return okList(page.items.length, (count) => ok(wirePage(page.first(count), wireProject), { where }));
};
