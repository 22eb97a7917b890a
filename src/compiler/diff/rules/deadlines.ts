import { durationText } from "../../../contract/duration.ts";
import type { ComparedTool } from "../compared.ts";
import { type DiffRule, type RuleContext, rule } from "../rule.ts";

/** How long a call may take before it is stopped. A tool without a deadline of its own goes on as long as it likes. */
export const deadlineRules: readonly DiffRule[] = [
  rule("timeout-lowered", "tool-kept", "WARN", ["CALL"], {
    reads: ["deadlineMs"],
    mirror: "timeout-raised",
    points: ["deadlineMs"],
    message: ({ base, head }, context) =>
      isSaid(context) && msOf(head) < msOf(base)
        ? `calls of '${head.name}' are stopped after ${timeOf(head)} now, and ${before(base)}`
        : undefined,
    help: ({ base }) =>
      base.deadlineMs === undefined
        ? "leave it out, or give it more time than any call has needed"
        : `keep the deadline of ${timeOf(base)}, or document that callers should ask for less at once`,
    values: ({ base, head }) => [base.deadlineMs ?? null, head.deadlineMs ?? null],
    explain: {
      why: "A call that took longer than this came to its end before, and is stopped and answered DEADLINE_EXCEEDED now.",
      bad: "deadline: 30s   # was 90s, or absent",
      good: "deadline: 90s   # was 30s",
    },
  }),
  rule("timeout-raised", "tool-kept", "INFO", ["CALL"], {
    reads: ["deadlineMs"],
    mirror: "timeout-lowered",
    points: ["deadlineMs"],
    message: ({ base, head }, context) =>
      isSaid(context) && msOf(head) > msOf(base)
        ? `calls of '${head.name}' ${now(head)}, and were stopped after ${timeOf(base)}`
        : undefined,
    values: ({ base, head }) => [base.deadlineMs ?? null, head.deadlineMs ?? null],
    explain: {
      why: "Calls that came to their end still do; callers may wait longer.",
      bad: "deadline: 90s   # was 30s",
      good: "deadline: 30s   # was 90s: that is lower",
    },
  }),
];

/** A list of tools has no deadlines. */
function isSaid({ base, head }: RuleContext): boolean {
  return base.listed !== true && head.listed !== true;
}

function msOf({ deadlineMs }: ComparedTool): number {
  return deadlineMs ?? Number.POSITIVE_INFINITY;
}

function timeOf({ deadlineMs }: ComparedTool): string {
  return durationText(deadlineMs ?? 0);
}

function before(base: ComparedTool): string {
  return base.deadlineMs === undefined ? "had no deadline before" : `were after ${timeOf(base)}`;
}

function now(head: ComparedTool): string {
  return head.deadlineMs === undefined ? "have no deadline of their own now" : `are stopped after ${timeOf(head)} now`;
}
