import { isBuiltinName } from "../../../contract/builtin-tools.ts";
import type { Deprecation } from "../../../contract/deprecation.ts";
import { type ComparedCatalog, type ComparedTool, currentComparedTool, currentComparedTools } from "../compared.ts";
import type { EventOf } from "../event.ts";
import { type DiffRule, type RuleContext, rule } from "../rule.ts";
import { earliestSunset } from "../stanzas.ts";
import { quotedList } from "./quoted-list.ts";

type Kept = EventOf<"deprecation-kept">;

/** Rules about notices: what is announced of a name that will go. When it goes is in `sunsets.ts`. */
export const lifecycleRules: readonly DiffRule[] = [
  rule("deprecated-added", "deprecation-kept", "INFO", ["LIFE"], {
    mirror: "undeprecated",
    points: ["deprecated"],
    message: ({ at, base, head }) =>
      base === undefined && head !== undefined ? `'${at.subject}' is deprecated${until(head)}` : undefined,
    explain: {
      why: "An announcement breaks nothing.",
      bad: "deprecated: {since: 1.4.0, sunset: 2027-12-01, replaced_by: note_search}   # was not there",
      good: "deprecated: {since: 1.4.0, sunset: 2027-12-01, replaced_by: note_search}   # was there",
    },
  }),
  rule("undeprecated", "deprecation-kept", "INFO", ["LIFE"], {
    mirror: ["deprecated-added"],
    message: ({ at, base, head }) =>
      base !== undefined && head === undefined ? `'${at.subject}' is no longer deprecated` : undefined,
    explain: {
      why: "It stays; the time of notice starts again if it is deprecated again.",
      bad: "name: note_find   # was deprecated: {since: 1.4.0, sunset: 2027-12-01}",
      good: "deprecated: {since: 1.4.0, sunset: 2028-12-01}   # was sunset: 2027-12-01: that is a postponement",
    },
  }),
  rule("deprecated-without-sunset", "deprecation-kept", "ERR", ["LIFE"], {
    mirror: "undeprecated",
    points: ["deprecated"],
    message: ({ at, base, head }, context) =>
      base === undefined && head !== undefined && head.sunset === undefined && saysMore(context)
        ? `'${at.subject}' is deprecated without a sunset`
        : undefined,
    eases: ({ at }) =>
      at.stability === "stable"
        ? undefined
        : `only stable tools promise a date, and this is ${at.stability ?? "no tool"}`,
    help: ({ at }, { head, today }) => {
      const date = earliestSunset(at.stability ?? "stable", head.grace, today);
      return date === undefined
        ? "add the first day on which it may be removed: sunset"
        : `add sunset: ${date}, or later`;
    },
    explain: {
      why: "Callers can't plan without a date. It is an error for stable tools, a warning for others.",
      bad: "deprecated: {since: 1.4.0}",
      good: "deprecated: {since: 1.4.0, sunset: 2027-12-01}",
    },
  }),
  rule("deprecated-without-replacement", "deprecation-kept", "WARN", ["LIFE", "PROMPT"], {
    mirror: "undeprecated",
    points: ["deprecated"],
    message: ({ at, of, base, head }, context) =>
      saysMore(context) &&
      replaceable.has(of) &&
      base === undefined &&
      head !== undefined &&
      head.replacedBy === undefined
        ? `'${at.subject}' is deprecated and names nothing to use instead`
        : undefined,
    help: ({ of }) => `add replaced_by: the ${of} that callers should use${of === "tool" ? "" : " instead"}`,
    explain: {
      why: "A model that reads the notice needs a next step. An alias, an older version and an error need none: what stays is plain.",
      bad: "deprecated: {since: 1.4.0, sunset: 2027-12-01}",
      good: "deprecated: {since: 1.4.0, sunset: 2027-12-01, replaced_by: note_search}",
    },
  }),
  rule("deprecated-replacement-missing", "deprecation-kept", "ERR", ["LIFE"], {
    mirror: "undeprecated",
    points: ["deprecated"],
    message: replacementProblem,
    help: () => "name what stays",
    explain: {
      why: "Callers who follow the notice end at nothing, or have to move again.",
      bad: "note_find.yaml: deprecated: {since: 1.4.0, replaced_by: note_lookup}   # note_lookup is deprecated too",
      good: "note_find.yaml: deprecated: {since: 1.4.0, replaced_by: note_search}",
    },
  }),
  rule("replacement-changed", "deprecation-kept", "WARN", ["LIFE", "PROMPT"], {
    mirror: "replacement-changed",
    points: ["deprecated", "replacedBy"],
    message: ({ at, base, head }) =>
      base !== undefined && head !== undefined && base.replacedBy !== head.replacedBy
        ? `'${at.subject}' is replaced by ${quoted(head.replacedBy)} instead of ${quoted(base.replacedBy)}`
        : undefined,
    help: ({ base }) =>
      base?.replacedBy === undefined
        ? "inform callers who read the old notice; nothing is to be done if none acted on it"
        : `keep replaced_by: ${base.replacedBy}, or keep '${base.replacedBy}' working for those who went there`,
    explain: {
      why: "Callers who moved already moved to the other one.",
      bad: "deprecated: {since: 1.4.0, replaced_by: note_search}   # was replaced_by: note_list",
      good: "deprecated: {since: 1.4.0, replaced_by: note_list, reason: one search for all}   # was without a reason",
    },
  }),
];

/** A list can say that something is deprecated and no more. */
function saysMore({ head }: RuleContext): boolean {
  return head.listed !== true;
}

const replaceable: ReadonlySet<Kept["of"]> = new Set(["tool", "param", "value"]);

function replacementProblem(event: Kept, { base, head }: RuleContext): string | undefined {
  const { at, of } = event;
  const problem = problemOf(event.head, at, of, "head", head);
  if (problem !== undefined && problem !== problemOf(event.base, at, of, "base", base)) {
    return `'${at.subject}' is deprecated, and ${problem}`;
  }
  const followers =
    of === "tool" && event.base === undefined && event.head !== undefined ? pointingAt(at.tool, head) : [];
  return followers.length === 0
    ? undefined
    : `'${at.subject}' is deprecated, and it is what ${quotedList(followers)} ${followers.length === 1 ? "names" : "name"} as replacement`;
}

/** What is wrong with a replacement; the compiler has refused names of params and values that are not there. */
function problemOf(
  deprecation: Deprecation | undefined,
  at: Kept["at"],
  of: Kept["of"],
  side: "base" | "head",
  catalog: ComparedCatalog,
): string | undefined {
  const name = deprecation?.replacedBy;
  if (name === undefined) return undefined;
  if (of === "tool") {
    const tool = currentComparedTool(name, catalog);
    if (tool === undefined) return isBuiltinName(name) ? undefined : `its replacement '${name}' does not exist`;
    return tool.deprecated === undefined ? undefined : `its replacement '${name}' is deprecated too`;
  }
  const params = of === "param" && "side" in at ? paramsOf(at, side) : undefined;
  const param = params?.find((one) => one.name === name);
  if (params === undefined) return undefined;
  if (param === undefined) return `its replacement '${name}' does not exist`;
  return param.deprecated === undefined ? undefined : `its replacement '${name}' is deprecated too`;
}

/** The params beside it; fields inside of a param have other neighbours. */
function paramsOf(at: Kept["at"], side: "base" | "head"): ComparedTool["params"] | undefined {
  if (!("root" in at)) return undefined;
  // Only places inside of a tool have a root (`ValuePlace`), and these have the tools too.
  const place = at as EventOf<"field-kept">["at"];
  const root = place.root?.[side];
  const outermost =
    root !== undefined && place.side === "input" && at.subject.endsWith(`${at.tool ?? ""}.${root.name}`);
  return outermost ? place[side].params : undefined;
}

function pointingAt(name: string | undefined, head: ComparedCatalog): readonly string[] {
  return currentComparedTools(head)
    .filter((tool) => name !== undefined && tool.deprecated?.replacedBy === name)
    .map((tool) => tool.name);
}

function until(deprecation: Deprecation): string {
  return deprecation.sunset === undefined ? "" : ` until ${deprecation.sunset}`;
}

function quoted(name: string | undefined): string {
  return name === undefined ? "nothing" : `'${name}'`;
}
