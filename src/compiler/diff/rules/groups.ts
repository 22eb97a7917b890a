import { causeOf, familyReplacement } from "../align-listings.ts";
import type { ComparedCatalog, ComparedTool } from "../compared.ts";
import type { EventOf, ListingCause } from "../event.ts";
import { type DiffRule, type RuleContext, rule } from "../rule.ts";
import { alsoStanzas } from "../stanzas.ts";
import { quotedList } from "./quoted-list.ts";

type Kept = EventOf<"tool-kept">;

/**
 * Rules about families and tiers. A tool that moves, and by that leaves or enters a profile, is one finding: the move, which
 * names the profiles. Only what a profile itself chooses otherwise is reported of the profile (`listings.ts`).
 */
export const groupRules: readonly DiffRule[] = [
  rule("tier-restricted", "tool-kept", "ERR", ["CATALOG"], {
    reads: ["tier"],
    mirror: "tier-promoted",
    points: ["tier"],
    message: ({ base, head }, context) =>
      tierStep(base, head, context) > 0
        ? `'${head.name}' moved from tier '${base.tier}' to '${head.tier}'${losing({ base, head }, "tier", context)}`
        : undefined,
    eases: (event, context) =>
      changedListings(event, "tier", context).lost.length === 0 ? "no profile lists it less" : undefined,
    help: (event, context) => listedAgain(event, "tier", `keep tier: ${event.base.tier}`, context),
    values: ({ base, head }) => [base.tier, head.tier],
    explain: {
      why: "It disappears from profiles that show only earlier tiers; hosts let a model call only what is listed. Where no profile loses it, it is a warning.",
      bad: "tier: advanced   # was essential; profiles: {core: {tiers: [essential]}}",
      good: "tier: advanced   # was essential; profiles: {core: {tiers: [essential], also: [note_find]}}",
    },
  }),
  rule("tier-promoted", "tool-kept", "WARN", ["CATALOG", "POLICY"], {
    reads: ["tier"],
    mirror: "tier-restricted",
    points: ["tier"],
    message: ({ base, head }, context) =>
      tierStep(base, head, context) < 0 && !destructiveGain({ base, head }, "tier", context)
        ? `'${head.name}' moved from tier '${base.tier}' to '${head.tier}'${gaining({ base, head }, "tier", context)}`
        : undefined,
    values: ({ base, head }) => [base.tier, head.tier],
    help: ({ base }) => `keep tier: ${base.tier}, or leave it so, if those clients may have it and pay for it`,
    explain: {
      why: "More clients see it, may let a model call it, and pay for its tokens.",
      bad: "tier: essential   # was advanced",
      good: "tier: essential   # was the same",
    },
  }),
  rule("family-changed", "tool-kept", "ERR", ["CATALOG"], {
    reads: ["family"],
    mirror: "family-changed",
    message: ({ base, head }, context) =>
      base.family === head.family ||
      familyReplacement(base.family, context.base, context.head)?.name === head.family ||
      destructiveGain({ base, head }, "family", context)
        ? undefined
        : `'${head.name}' moved from family '${base.family}' to '${head.family}'${losing({ base, head }, "family", context)}${gaining({ base, head }, "family", context)}`,
    eases: (event, context) =>
      changedListings(event, "family", context).lost.length === 0 ? "no profile lists it less" : undefined,
    help: (event, context) => listedAgain(event, "family", `leave it in family '${event.base.family}'`, context),
    values: ({ base, head }) => [base.family, head.family],
    explain: {
      why: "Profiles that select by family no longer show it. Where no profile loses it, it is a warning: people look for it in another group.",
      bad: "schema/tools/task/note_find.yaml   # was schema/tools/note/note_find.yaml; profiles: {notes: {families: [note]}}",
      good: "schema/tools/task/note_find.yaml   # the same, with profiles: {notes: {families: [note], also: [note_find]}}",
    },
  }),
  rule("family-removed", "family-removed", "ERR", ["CATALOG"], {
    mirror: "family-added",
    message: ({ family, replacement }) =>
      replacement === undefined ? `family '${family.name}' was removed` : undefined,
    help: ({ family }) => `keep family '${family.name}', even with no tool in it, until no client asks for it`,
    explain: {
      why: "Clients that select tools by family name it, and are refused now.",
      bad: "families: {note: {…}}   # was {note: {…}, task: {…}}",
      good: "families: {note: {…}, todo: {…}}   # was {note: {…}, task: {…}}, with the same tools: that is a rename",
    },
  }),
  rule("family-renamed-without-alias", "family-removed", "ERR", ["CATALOG"], {
    mirror: "family-renamed-without-alias",
    message: ({ family, replacement }) =>
      replacement === undefined ? undefined : `family '${family.name}' is called '${replacement.name}' now`,
    help: ({ family }) => `families have no other names: keep '${family.name}'; its title may change`,
    explain: {
      why: "Clients that select tools by family name it, and are refused now. Its tools are not reported one by one.",
      bad: "families: {todo: {title: Tasks, …}}   # was {task: {title: Tasks, …}}",
      good: "families: {task: {title: To do, …}}   # was {task: {title: Tasks, …}}",
    },
  }),
  rule("family-added", "family-added", "INFO", ["CATALOG"], {
    mirror: "family-removed",
    message: ({ family, accounted }) => (accounted === true ? undefined : `family '${family.name}' was added`),
    explain: {
      why: "Additive.",
      bad: "families: {note: {…}, task: {…}}   # was {note: {…}}",
      good: "families: {note: {…}, todo: {…}}   # was {note: {…}, task: {…}}, with the same tools: that is a rename",
    },
  }),
];

/** Above 0: to a later tier. Where one of the names is new or gone, its place in its own catalog counts. */
function tierStep(base: ComparedTool, head: ComparedTool, context: RuleContext): number {
  if (base.tier === head.tier) return 0;
  const rank = (name: string, catalog: ComparedCatalog) => catalog.tiers.findIndex((tier) => tier.name === name);
  const was = rank(base.tier, context.head);
  const is = rank(head.tier, context.head);
  return was === -1 ? rank(head.tier, context.head) - rank(base.tier, context.base) : is - was;
}

interface Listings {
  readonly lost: readonly string[];
  readonly gained: readonly string[];
}

/** Names of the profiles that list a tool otherwise for this reason. */
function changedListings(
  { base, head }: Pick<Kept, "base" | "head">,
  cause: ListingCause,
  context: RuleContext,
): Listings {
  const lost: string[] = [];
  const gained: string[] = [];
  for (const is of context.head.profiles) {
    const was = context.base.profiles.find((profile) => profile.name === is.name);
    if (was === undefined || causeOf(was, is, base, head) !== cause) continue;
    const before = was.tools.includes(base.name);
    const now = is.tools.includes(head.name);
    if (before && !now) lost.push(is.name);
    if (now && !before) gained.push(is.name);
  }
  return { lost, gained };
}

/** Undo the move, or let the profiles that lost the tool name it. */
function listedAgain(
  event: Pick<Kept, "base" | "head">,
  cause: ListingCause,
  undo: string,
  context: RuleContext,
): string {
  const { lost } = changedListings(event, cause, context);
  const profiles = context.head.profiles.filter(({ name }) => lost.includes(name));
  return lost.length === 0 ? undo : `${undo}, or ${alsoStanzas(event.head.name, profiles)}`;
}

/** A profile that now lists something destructive is reported as such, which is graver than the move. */
function destructiveGain(event: Pick<Kept, "base" | "head">, cause: ListingCause, context: RuleContext): boolean {
  return event.head.effects.destructive && changedListings(event, cause, context).gained.length > 0;
}

function losing(event: Pick<Kept, "base" | "head">, cause: ListingCause, context: RuleContext): string {
  const { lost } = changedListings(event, cause, context);
  return lost.length === 0 ? "" : `: ${profilesIn(lost, context)} no longer ${lost.length === 1 ? "lists" : "list"} it`;
}

function gaining(event: Pick<Kept, "base" | "head">, cause: ListingCause, context: RuleContext): string {
  const { gained } = changedListings(event, cause, context);
  return gained.length === 0 ? "" : `: ${profilesIn(gained, context)} now ${gained.length === 1 ? "lists" : "list"} it`;
}

function profilesIn(names: readonly string[], { head }: RuleContext): string {
  const isDefault = names.includes(head.defaultProfile)
    ? ` (${names.length === 1 ? "" : `'${head.defaultProfile}' is `}the default)`
    : "";
  return `${names.length === 1 ? "profile" : "profiles"} ${quotedList(names)}${isDefault}`;
}
