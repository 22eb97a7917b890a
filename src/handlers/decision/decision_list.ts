import { ok, okList } from "pegboard/runtime";
import type { DecisionList } from "../../../generated/contracts/decision_list.ts";
import { errors } from "../../../generated/errors.ts";
import type { ToolHandler } from "../deps.ts";
import { findProject } from "../find.ts";
import { wirePage } from "../page.ts";
import { wireDecision } from "./wire-decision.ts";

export const decisionList: ToolHandler<DecisionList> = async (
  { project, ...filter },
  { decisions, projects },
  call,
) => {
  const found = project === undefined ? undefined : await findProject(projects, project, call.session);
  if (found?.ok === false) return found;
  const page = await decisions.list({ ...filter, projectId: found?.thing.id });
  if ("status" in page) return errors.cursorInvalid({});
  const where = found === undefined ? "all projects" : `project ${found.thing.name}`;
  return okList(page.items.length, (count) => ok(wirePage(page.first(count), wireDecision), { where }));
};
