import { ok } from "pegboard/runtime";
import type { CreateRelations } from "../../../generated/contracts/create_relations.ts";
import type { ToolHandler } from "../deps.ts";

export const createRelations: ToolHandler<CreateRelations> = async (input, { graph }) => {
  const relations = input.relations.map(({ from, to, relation_type }) => ({ from, to, relationType: relation_type }));
  return ok({ relations: graph.addRelations(relations) });
};
