import { ok } from "pegboard/runtime";
import type { Echo } from "../../../generated/contracts/echo.ts";
import type { ToolHandler } from "../deps.ts";

export const echo: ToolHandler<Echo> = async ({ text }) => ok({ text });
