import type { JsonObject } from "../../contract/json.ts";
import { ownValue } from "../../contract/own-property.ts";
import type { TaskSupport } from "../../contract/tool-facts.ts";
import type { Policy } from "../../runtime/policy.ts";
import type { Registry } from "../../runtime/registry.ts";

/** Which tools of a catalog may be tasks, as one caller sees it. */
export interface TaskSupports {
  /** undefined: there is no such tool. */
  of(name: string): TaskSupport | "forbidden" | undefined;
  /** Whether this call is, or should be, a task, so that the SDK has to say what becomes of it. */
  concerns(params: JsonObject): boolean;
}

/** @returns undefined where no tool may be one */
export function taskSupports<Deps>({ tools, aliases }: Registry<Deps>, policy: Policy): TaskSupports | undefined {
  if (!Object.values(tools).some((tool) => tool.tasks !== undefined)) return undefined;
  const of: TaskSupports["of"] = (name) => {
    const alias = ownValue(aliases, name);
    const tool = ownValue(tools, alias?.target ?? name);
    if (tool === undefined || !policy.permits(tool.name, alias?.name)) return undefined;
    return tool.tasks ?? "forbidden";
  };
  return {
    of,
    concerns({ name, task }) {
      const support = typeof name === "string" ? of(name) : undefined;
      return support !== undefined && (task !== undefined || support !== "forbidden");
    },
  };
}
