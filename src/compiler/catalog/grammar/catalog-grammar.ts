import { builtinTools } from "../../../contract/builtin-tools.ts";
import {
  either,
  json,
  key,
  line,
  listOf,
  mapOf,
  mapOrNothing,
  record,
  requiredKey,
  rule,
  string,
  text,
  word,
} from "./forms.ts";
import type { Grammar } from "./grammar.ts";

/** `schema/catalog.yaml`, `schema/retired.yaml`, and what several files share. */
const grace: Grammar = string("days");
const openSession: Grammar = word({
  explicit: "By a tool; a call that needs a session and has none is refused (default)",
  automatic: "Also by itself: a call without a session opens one, named after the client",
});
const names = (kind: "tier" | "family" | "tool"): Grammar => listOf(string("name", kind));

export const catalogRules: { readonly [rule: string]: Grammar } = {
  catalog: record({
    format: requiredKey({ kind: "integer", only: 1 }, "Version of this language: 1"),
    server: requiredKey(rule("server"), "Name and version of the server"),
    targets: key(
      listOf(
        word({
          claude: "Claude Code, Claude Desktop and the API",
          openai: "ChatGPT, Codex and the API",
          gemini: "Gemini CLI and the API",
          vscode: "GitHub Copilot in VS Code",
          cursor: "Cursor",
          windsurf: "Windsurf Cascade",
        }),
      ),
      "Clients whose published limits are checked",
    ),
    unknown_params: key(
      word({
        ignore: "Dropped silently",
        warn: "Dropped with a warning to the caller (default)",
        reject: "The call is rejected",
      }),
      "What happens to params that a tool doesn't know, unless the tool says it; a destructive tool rejects them",
    ),
    tiers: requiredKey(mapOf(string("name"), rule("tier"), 1), "Tiers in order, the most important first"),
    families: requiredKey(
      mapOrNothing(string("name"), rule("family")),
      "Families in order; each is a folder of schema/tools",
    ),
    defaults: key(rule("toolDefaults"), "What a tool has that does not say it: its tier, its since"),
    profiles: key(mapOf(string("name"), rule("profile")), "What one client is shown"),
    open_session: key(openSession, "How sessions are opened, unless a profile says otherwise"),
    default_profile: key(string("name", "profile"), "Shown when the client chooses none; default: the first"),
    errors: key(mapOrNothing(string("errorName"), rule("error")), "Every error that a tool may raise"),
    builtins: key(
      either(mapOf(word(builtinTools), rule("builtin")), word({ off: "There are none, and their names are free" })),
      "Aliases of the tools that every catalog has; off: this one has none",
    ),
    deprecation: key(rule("deprecationPolicy"), "Minimum time between deprecation and removal"),
    environment: key(mapOrNothing(string("envName"), rule("variable")), "Environment variables that the host reads"),
    auth: key(
      rule("auth"),
      "What the scopes of access tokens allow; without it, callers that are let in may use every tool",
    ),
    host: key(
      word({
        lazy: "Opened by the first call that needs it (default)",
        eager: "Opened at start; the server does not start where it fails",
      }),
      "When src/host.ts is opened",
    ),
  }),
  server: record({
    name: requiredKey(string("serverName"), "Name of the server; clients prefix tools with it"),
    title: key(line, "Name for people"),
    version: requiredKey(string("version"), "Version of the catalog"),
    instructions: key(
      text,
      "Sent to clients, without the sentences that name a tool which their list can't call; {{tool name}} is checked",
    ),
    logging: key({ kind: "boolean" }, "Clients may read what handlers write to `call.log`; default false"),
    prompts: key({ kind: "boolean" }, "Clients may list prompts; default: where there are some"),
    completions: key(
      { kind: "boolean" },
      "Clients may ask for completions; default: where a prompt or a template has values to offer",
    ),
    subscriptions: key(
      { kind: "boolean" },
      "Clients may subscribe to resources; handlers say what has changed by `call.resourceUpdated`; default false",
    ),
    list_changes: key(
      { kind: "boolean" },
      "Clients are notified when src/host.ts says that its list of resources has changed; default false",
    ),
    listed: key(
      mapOf(string("notEmpty"), json),
      "What clients are shown in place of name, title and version: serverInfo as it stands here",
    ),
  }),
  variable: record({
    description: requiredKey(line, "What it is for, for the person who sets it"),
    required: key({ kind: "boolean" }, "The server does not start without it; default false"),
    secret: key({ kind: "boolean" }, "Its value is masked in logs and errors; default false"),
    default: key(line, "Its value where it is not set"),
  }),
  toolDefaults: record({
    tier: key(string("name", "tier"), "Tier of a tool that names none"),
    since: key(string("version"), "Catalog version that introduced a tool that names none"),
  }),
  auth: record({
    required: key(listOf(string("scope")), "Scopes that every request needs"),
    scopes: requiredKey(
      mapOf(string("scope"), rule("scope"), 1),
      "What each scope opens; a tool that none opens can't be used by anybody with scopes",
    ),
  }),
  scope: record({
    description: requiredKey(line, "What it allows, for the person who grants it"),
    effects: key(
      listOf(
        word({
          read_only: "Tools that change nothing",
          write: "Tools that change something and destroy nothing",
          destructive: "Tools that may destroy something",
        }),
      ),
      "Only tools with one of these effects",
    ),
    tiers: key(names("tier"), "Only tools of these tiers"),
    families: key(either(names("family"), word({ all: "Every family" })), "Only tools of these families, or all"),
    tools: key(names("tool"), "Further tools"),
  }),
  tier: record({
    badge: requiredKey(line, "Shown before a description"),
    summary: requiredKey(text, "What the tier is for"),
  }),
  family: record({
    title: requiredKey(line, "Name for people"),
    summary: requiredKey(text, "What its tools are for"),
  }),
  profile: record({
    tiers: key(names("tier"), "Tools of these tiers"),
    families: key(either(names("family"), word({ all: "Every family" })), "Tools of these families, or all"),
    also: key(names("tool"), "Further tools"),
    list_as: key(
      string("system", "system"),
      "Lists the names of this system: the aliases `of` it and the tools that are `native_to` it",
    ),
    open_session: key(openSession, "How its clients' sessions are opened; default: as the catalog says"),
    surface: key(
      word({
        direct: "The tools themselves",
        folded: "The tools without their rarer params",
        meta: "A few tools that find and call the others",
        auto: "direct while the catalog is small, else meta (default)",
      }),
      "How the tools are shown",
    ),
    detail: key(
      word({
        compact: "Name, summary, input schema without texts (default)",
        full: "Also title, texts, annotations, output schema",
        verbose: "Also the long description, guidance and examples",
      }),
      "How much of a tool is shown",
    ),
    texts: key(
      word({
        composed: "Made of badge, summary and params (default)",
        plain: "As they are written, whatever the detail; with titles, hints, output schemas and what `listed` says",
      }),
      "How descriptions are made",
    ),
    builtins: key(
      word({
        on: "Those that find and describe tools, beside them (default)",
        call: "Also those that call what is found and not listed",
        off: "Not listed",
      }),
      "Whether the tools that every catalog has are listed",
    ),
    order: key(names("tool"), "These tools come first, in this order"),
    token_budget: key({ kind: "integer", min: 1 }, "Maximum tokens of the whole list"),
    token_budget_per_tool: key({ kind: "integer", min: 1 }, "Maximum tokens of one tool"),
  }),
  builtin: record({
    aliases: requiredKey(listOf(rule("alias")), "Other names under which it can be called"),
  }),
  error: record({
    code: requiredKey({ kind: "integer" }, "Its number; each error has its own"),
    message: requiredKey(line, "What went wrong; {name} is a placeholder for a value of data"),
    data: key(mapOf(string("name"), rule("hole")), "The placeholders and their types"),
    retry: requiredKey(
      word({
        never: "The same call will never work",
        same: "The same call may work when sent again",
        changed_arguments: "Other arguments may work",
        later: "The same call may work after a while",
      }),
      "Whether trying again can help",
    ),
    hint: key(text, "What the caller can do"),
    deprecated: key(rule("deprecated"), "It is deprecated"),
  }),
  deprecationPolicy: record({
    grace: requiredKey(
      record({
        stable: key(grace, "For stable tools; default 180d"),
        beta: key(grace, "For beta tools; default 30d"),
        experimental: key(grace, "For experimental tools; default 0d"),
      }),
      "Minimum time between deprecation and sunset",
    ),
  }),
  deprecated: record({
    since: requiredKey(string("version"), "Catalog version that deprecated it"),
    sunset: key(string("date"), "First day on which it may be removed"),
    replaced_by: key(string("notEmpty"), "What to use instead"),
    reason: key(text, "Why"),
  }),
  retired: mapOf(string("oldName"), {
    kind: "record",
    keys: {
      kind: key(word({ tool: "It was a tool", alias: "It was an alias" }), "What the name was; default tool"),
      of: key(string("system", "system"), "System whose name it is; `removed` is then a release of that system"),
      removed: key(string("version"), "Catalog version that removed it; only a name of another system may have none"),
      replaced_by: key(string("name", "tool"), "What to use instead"),
      reason: key(text, "Why it was removed, or why it is not here"),
    },
    needs: [["removed", "of"]],
  }),
  params: mapOf(string("name"), rule("field")),
  types: mapOf(string("typeName"), rule("namedType")),
  /** A text in its own file. */
  textFile: record({ file: requiredKey(string("line"), "Path of the text, relative to this file") }),
};
