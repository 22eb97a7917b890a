import type { HookReport as WireHook } from "../../../generated/types.ts";
import type { HookReport } from "../../services/project-config/run-hooks.ts";

export function wireHook({ hook, code, output }: HookReport): WireHook {
  return { hook, exit_code: code, output };
}
