import type { Profile } from "../../catalog/catalog.ts";
import type { EventOf } from "../event.ts";
import { type DiffRule, type RuleContext, rule } from "../rule.ts";
import { alsoStanzas } from "../stanzas.ts";

type Lost = EventOf<"profile-tool-removed">;

/** Rules about profiles: what one client is shown. */
export const listingRules: readonly DiffRule[] = [
  rule("profile-removed", "profile-removed", "ERR", ["CATALOG"], {
    mirror: "profile-added",
    message: ({ profile }) => `profile '${profile.name}' was removed`,
    help: ({ profile }) => `keep it, or keep its name for what is nearest: ${profile.name}`,
    explain: {
      why: "Servers that are started with it fail.",
      bad: "profiles: {full: {families: all}}   # was {full: {families: all}, core: {tiers: [essential]}}",
      good: "profiles: {full: {families: all}, core: {tiers: [essential], token_budget: 900}}",
    },
  }),
  rule("profile-added", "profile-added", "INFO", ["CATALOG"], {
    mirror: "profile-removed",
    message: ({ profile }) => `profile '${profile.name}' was added`,
    explain: {
      why: "Additive: no client is started with it.",
      bad: "profiles: {full: {families: all}, core: {tiers: [essential]}}   # was {full: {families: all}}",
      good: "default_profile: core   # that is a change of what every client is shown",
    },
  }),
  rule("profile-lost-tool", "profile-tool-removed", "ERR", ["CATALOG", "POLICY"], {
    mirror: "profile-gained-tool",
    message: (event, context) =>
      isOwnMatter(event) && !isDefault(event, context)
        ? `profile '${event.profile.name}' no longer lists '${event.name}'`
        : undefined,
    help: alsoHelp,
    explain: {
      why: "Hosts let a model call only what is listed.",
      bad: "core: {tiers: [essential]}   # was {tiers: [essential], also: [note_find]}",
      good: "core: {tiers: [essential, common]}   # was {tiers: [essential], also: [note_find]}, and note_find is common",
    },
  }),
  rule("tool-enabled-by-default-removed", "profile-tool-removed", "ERR", ["CATALOG"], {
    mirror: "profile-gained-tool",
    message: (event, context) =>
      isOwnMatter(event) && isDefault(event, context)
        ? `'${event.name}' is no longer shown to those who chose nothing: the default profile '${event.profile.name}' dropped it`
        : undefined,
    help: alsoHelp,
    explain: {
      why: "It disappears for clients that were started without a profile: most of them.",
      bad: "core: {tiers: [essential]}   # was {tiers: [essential], also: [note_find]}; default_profile: core",
      good: "core: {tiers: [essential], also: [note_find], token_budget: 900}",
    },
  }),
  rule("profile-gained-tool", "profile-tool-added", "WARN", ["CATALOG", "POLICY"], {
    mirror: ["profile-lost-tool", "tool-enabled-by-default-removed"],
    message: ({ profile, tool, cause }) =>
      isOwnMatter({ cause }) && !tool.effects.destructive
        ? `profile '${profile.name}' now lists '${tool.name}'`
        : undefined,
    help: ({ profile, tool }) => `leave '${tool.name}' out of '${profile.name}', or list it in a profile of its own`,
    explain: {
      why: "Its clients can do more than was agreed, and pay for its tokens.",
      bad: "core: {tiers: [essential], also: [note_find]}   # was {tiers: [essential]}",
      good: "core: {tiers: [essential]}   # and note_new.yaml with tier: essential is new: that is reported of the tool",
    },
  }),
  rule("profile-gained-destructive-tool", "profile-tool-added", "ERR", ["POLICY"], {
    mirror: ["profile-lost-tool", "tool-enabled-by-default-removed", "tier-restricted", "family-changed"],
    message: ({ profile, tool, cause }) =>
      tool.effects.destructive
        ? `profile '${profile.name}' now lists '${tool.name}', which may destroy things${because[cause]}`
        : undefined,
    help: ({ profile }) =>
      `let the clients that need it ask for a profile of their own, and leave '${profile.name}' without it`,
    explain: {
      why: "Clients that chose the profile did not choose this.",
      bad: "core: {tiers: [essential], also: [note_purge]}   # was {tiers: [essential]}; note_purge: effects: {destructive: true}",
      good: "core: {tiers: [essential]}, cleaning: {also: [note_purge]}",
    },
  }),
  rule("profile-surface-changed", "profile-kept", "WARN", ["CATALOG", "PROMPT"], {
    mirror: "profile-surface-changed",
    message: ({ base, head }, context) =>
      base.surface === head.surface || followsFromTexts(base, head) || followsFromBuiltins(base, head, context)
        ? undefined
        : `profile '${head.name}' shows its tools as '${head.surface}' instead of '${base.surface}'`,
    help: ({ base }) => `keep surface: ${base.surface}, and make another profile for the other surface`,
    explain: {
      why: "What a client finds in the list is something else: other tools, or fewer params. Calls are answered as before.",
      bad: "core: {tiers: [essential], surface: meta}   # was surface: direct",
      good: "core: {tiers: [essential], surface: direct, detail: full}   # was without detail",
    },
  }),
  rule("profile-sessions-explicit", "profile-kept", "ERR", ["CALL"], {
    mirror: "profile-sessions-automatic",
    message: ({ base, head }) =>
      base.openSession !== undefined && head.openSession === undefined
        ? `profile '${head.name}' no longer opens a session for a call that has none`
        : undefined,
    help: () => "keep open_session: automatic",
    explain: {
      why: "Its clients may know no tool that opens a session: their calls that need one are refused.",
      bad: "old: {list_as: notes}   # was {list_as: notes, open_session: automatic}",
      good: "old: {list_as: notes, open_session: automatic, token_budget: 900}",
    },
  }),
  rule("profile-sessions-automatic", "profile-kept", "INFO", ["CALL"], {
    mirror: "profile-sessions-explicit",
    message: ({ base, head }) =>
      base.openSession === undefined && head.openSession !== undefined
        ? `profile '${head.name}' opens a session for a call that has none`
        : undefined,
    explain: {
      why: "Calls that were refused without a session are carried out, under the name that the client gives itself.",
      bad: "old: {list_as: notes, open_session: automatic}   # was {list_as: notes}",
      good: "new: {families: all, open_session: automatic}   # a profile of its own",
    },
  }),
  rule("tool-unlisted", "tool-unlisted", "WARN", ["CATALOG"], {
    mirror: "tool-listed",
    message: ({ tool }) => `no profile lists '${tool.name}' any more; it can still be called by name`,
    help: ({ tool }) => `in catalog.yaml, under a profile: also: [${tool.name}]`,
    explain: {
      why: "Callable but hidden: callers that know its name reach it, and no model finds it. The profile that listed it is gone.",
      bad: "profiles: {core: {tiers: [essential]}}   # was {core: {tiers: [essential]}, full: {families: all}}",
      good: "profiles: {core: {tiers: [essential]}, everything: {families: all}}",
    },
  }),
  rule("tool-listed", "tool-listed", "INFO", ["CATALOG"], {
    mirror: "tool-unlisted",
    message: ({ tool }) => `'${tool.name}' is listed for the first time, by a new profile`,
    explain: {
      why: "It could be called before; now it is seen, and paid for in tokens.",
      bad: "profiles: {core: {tiers: [essential]}, full: {families: all}}   # was {core: {tiers: [essential]}}",
      good: "core: {tiers: [essential], also: [note_find]}   # was {tiers: [essential]}: core gained a tool",
    },
  }),
];

const because: { readonly [cause in Lost["cause"]]: string } = {
  choice: "",
  tier: ", because its tier changed",
  family: ", because its family changed",
  alias: ", because it has an old name now",
  native: ", because it is native to the system that the profile lists",
};

/** Not a consequence of what is reported of the tool itself. */
function isOwnMatter({ cause }: Pick<Lost, "cause">): boolean {
  return cause === "choice" || cause === "native";
}

/** Plain texts have the surface direct where none is written. */
function followsFromTexts(base: Profile, head: Profile): boolean {
  const surfaces = [base.surface, head.surface];
  return base.texts !== head.texts && surfaces.includes("auto") && surfaces.includes("direct");
}

/** Without built-in tools there is no surface meta. */
function followsFromBuiltins(was: Profile, is: Profile, { base, head }: RuleContext): boolean {
  const areGone = base.withoutBuiltins === undefined && head.withoutBuiltins === true;
  return areGone && was.surface === "meta" && is.surface === "direct";
}

/** Of those who choose nothing, before and now. */
function isDefault({ profile }: Lost, { base, head }: RuleContext): boolean {
  return profile.name === base.defaultProfile && profile.name === head.defaultProfile;
}

function alsoHelp({ profile, name, cause }: Lost): string {
  if (cause === "native") return `in ${name}.yaml, keep native_to: [${profile.listAs ?? ""}]`;
  return alsoStanzas(name, [profile]);
}
