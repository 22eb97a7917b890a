import type { AdaptWorkflowRemoveResult } from "../../../generated/contracts/workflow_remove.ts";

export const workflowRemoveResult: AdaptWorkflowRemoveResult = ({ hooks: _hooks, removed: _removed, ...place }) =>
  place;
