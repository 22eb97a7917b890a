import type { AdaptCreateDecision, AdaptCreateDecisionResult } from "../../../generated/contracts/decision_create.ts";
import { ramorieDecision } from "./ramorie-decision.ts";

/** A person decides: every other status became a draft. */
export const createDecision: AdaptCreateDecision = ({ status, project, ...texts }) => ({
  ...texts,
  ...(project === undefined || project === "" ? {} : { project }),
  status: status === "proposed" ? "proposed" : "draft",
});

export const createDecisionResult: AdaptCreateDecisionResult = (decision) => ({
  ...ramorieDecision(decision),
  _message: `${decision.label} is ${decision.status === "draft" ? "a draft" : decision.status}: a person accepts or rejects it`,
});
