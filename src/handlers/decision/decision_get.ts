import { ok } from "pegboard/runtime";
import type { DecisionGet } from "../../../generated/contracts/decision_get.ts";
import type { ToolHandler } from "../deps.ts";
import { dateTime } from "../instant.ts";
import { findDecision } from "./find-decision.ts";
import { placeOf, wireDecision } from "./wire-decision.ts";

const historyLimit = 20;

export const decisionGet: ToolHandler<DecisionGet> = async (input, deps, call) => {
  const found = await findDecision(deps, input.decision, input.project, call.session);
  if (!found.ok) return found;
  const history = (await deps.decisions.history(found.thing.id, historyLimit)).map(({ event, agent, at }) => {
    return { event, agent, at: dateTime(at) };
  });
  return ok({ decision: wireDecision(found.thing), history }, { where: placeOf(found.thing) });
};
