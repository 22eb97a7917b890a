import { ok } from "pegboard/runtime";
import type { AddObservations } from "../../../generated/contracts/add_observations.ts";
import type { ToolHandler } from "../deps.ts";

export const addObservations: ToolHandler<AddObservations> = async ({ observations }, { graph }) => {
  const results = observations.map(({ entity_name, contents }) => {
    const addedObservations = graph.addObservations(entity_name, contents);
    // As in the original: an unknown entity is an error without a code. An entry under `errors:` would give it one.
    if (addedObservations === undefined) throw new Error(`Entity with name ${entity_name} not found`);
    return { entityName: entity_name, addedObservations };
  });
  return ok({ results });
};
