import type { AdaptWorkflowCreateResult } from "../../../generated/contracts/workflow_create.ts";

export const workflowCreateResult: AdaptWorkflowCreateResult = ({ hooks: _hooks, port: _port, ...place }) => place;
