import { ok } from "pegboard/runtime";
import type { DecisionCreate } from "../../../generated/contracts/decision_create.ts";
import { errors } from "../../../generated/errors.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { findProject } from "../find.ts";
import { controlInTitle } from "./control-in-title.ts";
import { placeOf, wireDecision } from "./wire-decision.ts";

export const decisionCreate: ToolHandler<DecisionCreate> = async (input, { decisions, projects }, call) => {
  const refused = controlInTitle(input);
  if (refused !== undefined) return refused;
  const found = input.project === undefined ? undefined : await findProject(projects, input.project, call.session);
  if (found?.ok === false) return found;
  const { title, description, context, consequences, area, status } = input;
  const texts = { title, description, context, consequences, area };
  const writer = writerOf(call.session);
  const projectId = found?.thing.id ?? null;
  const created = await decisions.create({ ...texts, status, projectId, source: "agent", writer });
  const asked = input.project ?? "";
  switch (created.status) {
    case "created":
      return ok(wireDecision(created.decision), { where: placeOf(created.decision) });
    case "project_archived":
      return errors.projectArchived({ project: found?.thing.name ?? asked });
    case "project_not_found":
      // Deleted between the two reads.
      return errors.projectNotFound({ project: asked, candidates: [] });
  }
};
