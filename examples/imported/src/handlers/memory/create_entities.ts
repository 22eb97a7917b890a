import { ok } from "pegboard/runtime";
import type { CreateEntities } from "../../../generated/contracts/create_entities.ts";
import type { ToolHandler } from "../deps.ts";

export const createEntities: ToolHandler<CreateEntities> = async (input, { graph }) => {
  const entities = input.entities.map(({ name, entity_type, observations }) => ({
    name,
    entityType: entity_type,
    observations,
  }));
  return ok({ entities: graph.addEntities(entities) });
};
