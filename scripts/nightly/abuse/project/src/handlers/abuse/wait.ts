import { setTimeout as sleep } from "node:timers/promises";
import { ok } from "pegboard/runtime";
import type { Wait } from "../../../generated/contracts/wait.ts";
import type { ToolHandler } from "../deps.ts";

export const wait: ToolHandler<Wait> = async ({ ms }, _deps, { signal }) => {
  await sleep(ms, undefined, { signal });
  return ok({ text: "waited" });
};
