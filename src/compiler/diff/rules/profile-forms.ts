import { builtinsBeside } from "../../../contract/builtin-tools.ts";
import type { Profile } from "../../catalog/catalog.ts";
import { type ComparedCatalog, currentComparedTools } from "../compared.ts";
import { type DiffRule, type RuleContext, rule } from "../rule.ts";
import { firstMoved } from "./first-moved.ts";
import { quotedList } from "./quoted-list.ts";

/** Rules about how a profile lists what it lists: its order, its texts, and the built-in tools beside its own. */
export const profileFormRules: readonly DiffRule[] = [
  rule("builtins-removed", "catalog-kept", "ERR", ["CALL", "CATALOG"], {
    mirror: "builtins-added",
    points: ["withoutBuiltins"],
    message: ({ base, head }) =>
      base.withoutBuiltins === undefined && head.withoutBuiltins === true
        ? "the server has no built-in tools any more: no profile lists them, and no call finds them"
        : undefined,
    help: () => "leave out builtins: off",
    explain: {
      why: "Clients that find, describe and call tools through them can't do it any more.",
      bad: "builtins: off   # was not written",
      good: "profiles: {full: {families: all}, plain: {families: all, builtins: off}}   # plain is new",
    },
  }),
  rule("builtins-added", "catalog-kept", "INFO", ["CALL", "CATALOG"], {
    mirror: "builtins-removed",
    points: ["withoutBuiltins"],
    message: ({ base, head }) =>
      base.withoutBuiltins === true && head.withoutBuiltins === undefined
        ? "the server has the built-in tools now: those that find, describe and call the others"
        : undefined,
    explain: {
      why: "Additive: profiles list them beside their own tools, which costs tokens.",
      bad: "server: {name: notes, version: 1.4.0}   # and builtins: off was taken out",
      good: "builtins: off   # unchanged",
    },
  }),
  rule("profile-lost-builtins", "profile-kept", "ERR", ["CATALOG"], {
    mirror: "profile-gained-builtins",
    message: (event, context) => {
      const names = builtinsOnlyOf(event.base, event.head, context);
      return names && `profile '${event.head.name}' no longer lists the built-in tools: ${names}`;
    },
    help: () => "leave builtins as it was, or make a profile of its own for clients that do not need them",
    explain: {
      why: "Hosts let a model call only what is listed; its clients can't search for tools any more.",
      bad: "core: {tiers: [essential], builtins: off}   # was {tiers: [essential]}",
      good: "core: {tiers: [essential]}, plain: {tiers: [essential], builtins: off}   # plain is new",
    },
  }),
  rule("profile-gained-builtins", "profile-kept", "WARN", ["CATALOG"], {
    mirror: "profile-lost-builtins",
    message: (event, context) => {
      const names = builtinsOnlyOf(event.head, event.base, context);
      return names && `profile '${event.head.name}' now lists the built-in tools: ${names}`;
    },
    help: () => "leave builtins as it was",
    explain: {
      why: "Its clients can do more than was agreed, and pay for the tokens of these tools.",
      bad: "core: {tiers: [essential]}   # was {tiers: [essential], builtins: off}",
      good: "core: {tiers: [essential], builtins: off, token_budget: 900}   # was {tiers: [essential], builtins: off}",
    },
  }),
  rule("profile-order-changed", "profile-kept", "INFO", ["PROMPT"], {
    mirror: "profile-order-changed",
    message: ({ base, head }, context) => {
      const moved = movedByOrder(base, head, context);
      return moved === undefined
        ? undefined
        : `profile '${head.name}' lists its tools in another order, from '${moved}' on`;
    },
    values: ({ base, head }) => [base.tools, head.tools],
    explain: {
      why: "A list in another order is another prompt: what clients cached of the old one is paid for again.",
      bad: "core: {tiers: [essential], order: [task_add]}   # was {tiers: [essential], order: [note_find]}",
      good: "core: {tiers: [essential], order: [note_find]}   # was {tiers: [essential]}, which begins with note_find",
    },
  }),
  rule("profile-texts-changed", "profile-kept", "INFO", ["PROMPT"], {
    mirror: "profile-texts-changed",
    message: ({ base, head }) => {
      if (base.texts === head.texts) return undefined;
      return head.texts === "plain"
        ? `profile '${head.name}' lists texts as they are written, with titles, hints and output schemas`
        : `profile '${head.name}' lists texts in the form of its detail, and no longer as they are written`;
    },
    explain: {
      why: "Models read other words of the same tools, and pay for more or fewer tokens. Calls are answered as before.",
      bad: "core: {tiers: [essential], texts: plain}   # was {tiers: [essential]}",
      good: "core: {tiers: [essential], texts: plain, token_budget: 900}   # was {tiers: [essential], texts: plain}",
    },
  }),
  rule("profile-detail-changed", "profile-kept", "INFO", ["PROMPT"], {
    mirror: "profile-detail-changed",
    message: ({ base, head }) => {
      if (detailOf(base) === detailOf(head) || !(hasDetail(base) && hasDetail(head))) return undefined;
      return `profile '${head.name}' lists its tools in detail '${detailOf(head)}' instead of '${detailOf(base)}'`;
    },
    values: ({ base, head }) => [detailOf(base), detailOf(head)],
    explain: {
      why: "Models read more or fewer words of the same tools, and pay for them. Calls are answered as before.",
      bad: "core: {tiers: [essential], detail: compact}   # was detail: full",
      good: "core: {tiers: [essential], detail: full, token_budget: 900}   # was detail: full",
    },
  }),
];

function detailOf({ detail = "compact" }: Profile): string {
  return detail;
}

/** Texts as they are written have none, nor has a list of built-in tools alone. */
function hasDetail({ texts, surface }: Profile): boolean {
  return texts === undefined && surface !== "meta";
}

/** The built-in tools that one side of a profile lists by a choice of its own and the other does not; undefined for none. */
function builtinsOnlyOf(one: Profile, other: Profile, catalogs: RuleContext): string | undefined {
  if (!(mayListBuiltins(one) && mayListBuiltins(other))) return undefined;
  // That no profile has them any more is reported of the catalog.
  if (catalogs.base.withoutBuiltins !== catalogs.head.withoutBuiltins) return undefined;
  const others = new Set(builtinsBeside(other.builtins));
  const names = builtinsBeside(one.builtins).filter((name) => !others.has(name));
  return names.length === 0 ? undefined : quotedList(names);
}

/** The surface `meta` always lists them, and the names of another system stand alone. */
function mayListBuiltins({ surface, listAs }: Profile): boolean {
  return surface !== "meta" && listAs === undefined;
}

/** Where both lists are in the order of their catalogs, that order is what changed: `tool-order-changed`. */
function movedByOrder(base: Profile, head: Profile, catalogs: RuleContext): string | undefined {
  const isOrdered = (profile: Profile, catalog: ComparedCatalog) =>
    firstMoved(namesIn(catalog), profile.tools) !== undefined;
  return isOrdered(base, catalogs.base) || isOrdered(head, catalogs.head)
    ? firstMoved(base.tools, head.tools)
    : undefined;
}

function namesIn(catalog: ComparedCatalog): readonly string[] {
  return currentComparedTools(catalog).map(({ name }) => name);
}
