import type { EventOf } from "../event.ts";
import { type DiffRule, type RuleContext, rule } from "../rule.ts";
import { earliestSunset } from "../stanzas.ts";
import { daysBetween } from "../today.ts";

type Kept = EventOf<"deprecation-kept">;

/** Rules about the day from which on something may be gone. */
export const sunsetRules: readonly DiffRule[] = [
  rule("sunset-too-soon", "deprecation-kept", "ERR", ["LIFE"], {
    mirror: "undeprecated",
    points: ["deprecated", "sunset"],
    message: (event, context) => {
      const days = noticeDays(event, context);
      const promised = promisedDays(event, context);
      return days === undefined || days >= promised
        ? undefined
        : `'${event.at.subject}' may go on ${event.head?.sunset ?? ""}, and ${event.at.stability ?? "stable"} tools get ${promised} days' notice`;
    },
    help: (event, context) =>
      `write sunset: ${earliestSunset(event.at.stability ?? "stable", graceOf(context), context.today) ?? ""}, or later`,
    explain: {
      why: "catalog.yaml promises more notice for this stability (deprecation.grace), counted from the day of the announcement. MCP itself gives twelve months.",
      bad: "deprecated: {since: 1.4.0, sunset: 2026-12-01}   # announced on 2026-11-21, stable: 180d",
      good: "deprecated: {since: 1.4.0, sunset: 2027-05-20}",
    },
  }),
  rule("sunset-brought-forward", "deprecation-kept", "ERR", ["LIFE"], {
    mirror: "sunset-postponed",
    points: ["deprecated", "sunset"],
    message: (event) => moved(event, "forward"),
    help: ({ base }) => `keep sunset: ${base?.sunset ?? ""}`,
    explain: {
      why: "Callers planned with the announced date.",
      bad: "deprecated: {since: 1.4.0, sunset: 2027-06-01}   # was sunset: 2027-12-01",
      good: "deprecated: {since: 1.4.0, sunset: 2028-06-01}   # was sunset: 2027-12-01",
    },
  }),
  rule("sunset-postponed", "deprecation-kept", "INFO", ["LIFE"], {
    mirror: "sunset-brought-forward",
    points: ["deprecated", "sunset"],
    message: (event) => moved(event, "back"),
    explain: {
      why: "More time for callers.",
      bad: "deprecated: {since: 1.4.0, sunset: 2028-06-01}   # was sunset: 2027-12-01",
      good: "deprecated: {since: 1.4.0, sunset: 2027-12-01}   # was the same",
    },
  }),
  rule("sunset-removed", "deprecation-kept", "ERR", ["LIFE"], {
    mirror: "sunset-set",
    points: ["deprecated"],
    message: ({ at, base, head }) =>
      base?.sunset !== undefined && head !== undefined && head.sunset === undefined
        ? `'${at.subject}' is still deprecated and its sunset ${base.sunset} is gone`
        : undefined,
    help: ({ base }) => `keep sunset: ${base?.sunset ?? ""}, or take 'deprecated' away`,
    explain: {
      why: "A promise was withdrawn: the removal may come any day.",
      bad: "deprecated: {since: 1.4.0}   # was {since: 1.4.0, sunset: 2027-12-01}",
      good: "name: note_find   # was deprecated: {since: 1.4.0, sunset: 2027-12-01}: it stays",
    },
  }),
  rule("sunset-set", "deprecation-kept", "INFO", ["LIFE"], {
    mirror: "sunset-removed",
    points: ["deprecated", "sunset"],
    message: ({ at, base, head }) =>
      base !== undefined && base.sunset === undefined && head?.sunset !== undefined
        ? `'${at.subject}' has a sunset now: ${head.sunset}`
        : undefined,
    explain: {
      why: "Callers can plan.",
      bad: "deprecated: {since: 1.4.0, sunset: 2027-12-01}   # was {since: 1.4.0}",
      good: "deprecated: {since: 1.4.0, sunset: 2028-12-01}   # was sunset: 2027-12-01: that is a postponement",
    },
  }),
  rule("sunset-passed-still-present", "sunset-due", "WARN", ["LIFE"], {
    // A reminder, not a change: asked only when something else changed (`reminders.ts`).
    points: ["deprecated", "sunset"],
    message: ({ at, sunset }) => `'${at.subject}' was announced to go on ${sunset} and is still there`,
    help: () => "take it away, or give it a later sunset",
    explain: {
      why: "The promised time is over; what stays is maintained, listed and paid for. It is reported beside other changes only, so that a catalog that did not change has no findings.",
      bad: "note_find.yaml: deprecated: {since: 1.4.0, sunset: 2026-06-01}   # in 2026-11",
      good: "retired.yaml: note_find: {removed: 2.0.0, replaced_by: note_search}",
    },
  }),
];

function moved({ at, base, head }: Kept, way: "forward" | "back"): string | undefined {
  const [was, is] = [base?.sunset, head?.sunset];
  if (was === undefined || is === undefined || was === is || is < was !== (way === "forward")) return undefined;
  return `the sunset of '${at.subject}' moved from ${was} ${way} to ${is}`;
}

/** Days from today to a date that was not known before. */
function noticeDays({ base, head }: Kept, { today }: RuleContext): number | undefined {
  const fresh = head?.sunset !== undefined && base?.sunset === undefined;
  return fresh && today !== undefined && head.sunset !== undefined ? daysBetween(today, head.sunset) : undefined;
}

function promisedDays({ at }: Kept, context: RuleContext): number {
  return graceOf(context)[at.stability ?? "stable"];
}

/** A promise holds until another one was released: lowering it and using that at once is not possible. */
function graceOf({ base, head }: RuleContext): RuleContext["head"]["grace"] {
  if (base.listed === true) return head.grace;
  return {
    stable: Math.max(base.grace.stable, head.grace.stable),
    beta: Math.max(base.grace.beta, head.grace.beta),
    experimental: Math.max(base.grace.experimental, head.grace.experimental),
  };
}
