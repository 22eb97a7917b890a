// Scaffolded once by pegboard from schema/resources/today.yaml; you own it now: it is never rewritten.
import { NotWritten, type ResourceAnswer, type ResourceHandler } from "pegboard/runtime";
import type { TodayVariables } from "../../generated/resources/today.ts";
import type { Deps } from "../handlers/deps.ts";

/** What was written today. */
export const today: ResourceHandler<TodayVariables, Deps> = async (_variables, _deps, _call): Promise<ResourceAnswer> => {
  throw new NotWritten("src/resources/today.ts");
};
