import { ok } from "pegboard/runtime";
import type { DeleteEntities } from "../../../generated/contracts/delete_entities.ts";
import type { ToolHandler } from "../deps.ts";

export const deleteEntities: ToolHandler<DeleteEntities> = async ({ entity_names }, { graph }) => {
  graph.removeEntities(entity_names);
  return ok({ success: true, message: "Entities deleted successfully" });
};
