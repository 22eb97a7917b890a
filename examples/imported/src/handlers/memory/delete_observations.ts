import { ok } from "pegboard/runtime";
import type { DeleteObservations } from "../../../generated/contracts/delete_observations.ts";
import type { ToolHandler } from "../deps.ts";

export const deleteObservations: ToolHandler<DeleteObservations> = async ({ deletions }, { graph }) => {
  for (const { entity_name, observations } of deletions) graph.removeObservations(entity_name, observations);
  return ok({ success: true, message: "Observations deleted successfully" });
};
