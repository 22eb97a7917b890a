import { ok } from "pegboard/runtime";
import type { Double } from "../../../generated/contracts/double.ts";
import type { ToolHandler } from "../deps.ts";

export const double: ToolHandler<Double> = async ({ a }) => ok({ text: `twice is ${a * 2}` });
