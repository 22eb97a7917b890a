import { durationText } from "../../../contract/duration.ts";
import { pointer } from "../../catalog/origins.ts";
import { clientLimits } from "../../clients/client-facts.ts";
import { finding, type LintRule } from "../rule.ts";

/**
 * How long a tool may take, against how long clients wait. It is advice: the tool may need the time, and one without a
 * deadline can take as long.
 */
export const deadlineRules: readonly LintRule[] = [
  {
    on: "tool",
    about: "value",
    check: ({ tool, at }) => {
      const { limit, name } = clientLimits["request-seconds"];
      const { deadlineMs, upgrade } = tool;
      // A version that is mapped has the deadline of the current one, of which it is told.
      if (deadlineMs === undefined || upgrade !== undefined || deadlineMs <= limit * 1_000) return [];
      const help = `make it ${limit}s or less, or tell callers to wait longer and report progress meanwhile`;
      const params = { tool: tool.name, time: durationText(deadlineMs), limit, client: name };
      return [finding("deadline-beyond-clients", params, pointer(at, "deadlineMs"), { help })];
    },
  },
];
