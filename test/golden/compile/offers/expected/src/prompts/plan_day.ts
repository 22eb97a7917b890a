// Scaffolded once by pegboard from schema/prompts/plan_day.yaml; you own it now: it is never rewritten.
import { NotWritten, type PromptAnswer, type PromptHandler } from "pegboard/runtime";
import type { PlanDayArguments } from "../../generated/prompts/plan_day.ts";
import type { Deps } from "../handlers/deps.ts";

/** Plan a day from the notes there are. */
export const planDay: PromptHandler<PlanDayArguments, Deps> = async (_args, _deps, _call): Promise<PromptAnswer> => {
  throw new NotWritten("src/prompts/plan_day.ts");
};
