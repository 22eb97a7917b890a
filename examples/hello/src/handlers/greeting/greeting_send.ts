import { ok, type ResultOf } from "pegboard/runtime";
import type { GreetingSend } from "../../../generated/contracts/greeting_send.ts";
import { errors } from "../../../generated/errors.ts";
import type { ToolHandler } from "../deps.ts";

export const greetingSend: ToolHandler<GreetingSend> = async ({ name, tone }): ResultOf<GreetingSend> => {
  if (name === "Unknown") return errors.nameUnknown({ name });
  return ok({ greeting: tone === "warm" ? `Hello, ${name}!` : `Good day, ${name}.` });
};
