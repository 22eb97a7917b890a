import { ok } from "pegboard/runtime";
import type { DeleteRelations } from "../../../generated/contracts/delete_relations.ts";
import type { ToolHandler } from "../deps.ts";

export const deleteRelations: ToolHandler<DeleteRelations> = async (input, { graph }) => {
  graph.removeRelations(
    input.relations.map(({ from, to, relation_type }) => ({ from, to, relationType: relation_type })),
  );
  return ok({ success: true, message: "Relations deleted successfully" });
};
