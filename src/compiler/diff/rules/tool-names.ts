import { sameJson } from "../../../contract/alias.ts";
import { ownName } from "../../catalog/own-names.ts";
import { type ComparedCatalog, type ComparedTool, currentComparedTool, currentComparedTools } from "../compared.ts";
import type { EventOf } from "../event.ts";
import { type DiffRule, type RuleContext, rule } from "../rule.ts";
import { aliasStanza, deprecationStanza, retiredStanza } from "../stanzas.ts";
import { isPast } from "../today.ts";
import { quotedList } from "./quoted-list.ts";

type Removed = EventOf<"tool-removed">;

/**
 * Rules about the names that tools are called by. A tool that is gone is one finding. Which one depends on what was promised:
 * a notice was given and its date has passed, or has not; the catalog promises notices for tools of this stability and gave
 * none; or nothing was promised (a list has no notices, and `deprecation.grace` may be 0 days).
 */
export const toolNameRules: readonly DiffRule[] = [
  rule("tool-removed", "tool-removed", "ERR", ["CALL", "POLICY"], {
    mirror: "tool-added",
    message: (event, context) =>
      isUnannounced(event) && promisedDays(event, context) === 0
        ? `tool '${event.tool.name}' was removed${withoutNotice(event, context)}`
        : undefined,
    help: keepHelp,
    explain: {
      why: "An unknown tool is a protocol error; a model seldom recovers from it, and scripts never do. Nothing was promised: the tool is experimental, or it stood in a list, which can't announce anything.",
      bad: "schema/tools/note/note_find.yaml was deleted",
      good: "note_find.yaml: deprecated: {since: 1.4.0, sunset: 2027-12-01, replaced_by: note_search}",
    },
  }),
  rule("tool-removed-without-deprecation", "tool-removed", "ERR", ["CALL", "POLICY", "LIFE"], {
    mirror: "tool-added",
    message: (event, context) => {
      const days = promisedDays(event, context);
      return isUnannounced(event) && days > 0
        ? `tool '${event.tool.name}' was removed and was never deprecated; ${event.tool.stability} tools get ${days} days' notice${withNames(event, context)}`
        : undefined;
    },
    help: keepHelp,
    explain: {
      why: "Calls of it fail, and there was no notice: catalog.yaml promises a notice for tools of this stability (deprecation.grace).",
      bad: "schema/tools/note/note_find.yaml was deleted",
      good: "note_find.yaml: deprecated: {since: 1.4.0, sunset: 2027-12-01, replaced_by: note_search}",
    },
  }),
  rule("tool-removed-before-sunset", "tool-removed", "ERR", ["CALL", "LIFE"], {
    mirror: "tool-added",
    message: (event, context) => {
      const { tool, replacement } = event;
      return tool.deprecated !== undefined &&
        replacement === undefined &&
        !isPast(tool.deprecated.sunset, context.today)
        ? `tool '${tool.name}' was removed before its sunset ${tool.deprecated.sunset ?? "was announced"}${withNames(event, context)}`
        : undefined;
    },
    help: ({ tool }) =>
      tool.deprecated?.sunset === undefined
        ? "keep it, and give it a sunset"
        : `keep it until ${tool.deprecated.sunset}`,
    explain: {
      why: "The announced date has not come yet.",
      bad: "note_find.yaml, with deprecated: {since: 1.4.0, sunset: 2027-12-01}, was deleted in 2027-06",
      good: "the same, deleted on 2027-12-01 or later",
    },
  }),
  rule("tool-removed-after-sunset", "tool-removed", "INFO", ["LIFE"], {
    mirror: "tool-added",
    message: ({ tool, replacement }, { today }) =>
      replacement === undefined && isPast(tool.deprecated?.sunset, today)
        ? `tool '${tool.name}' was removed after its sunset ${tool.deprecated?.sunset ?? ""}`
        : undefined,
    help: ({ tool }, context) =>
      context.head.listed === true || isRetired(tool.name, context.head)
        ? undefined
        : `in schema/retired.yaml, so that the name never means something else: ${retiredStanza(tool.name, "tool", context, replacementIn(tool, context.head))}`,
    explain: {
      why: "It was announced, and the date has passed: this is how a tool leaves.",
      bad: "note_find.yaml, with deprecated: {since: 1.4.0, sunset: 2027-12-01}, was deleted in 2028",
      good: "retired.yaml: note_find: {removed: 2.0.0, replaced_by: note_search}",
    },
  }),
  rule("tool-renamed-with-alias", "tool-removed", "WARN", ["POLICY", "PROMPT"], {
    mirror: "tool-renamed-without-alias",
    message: ({ tool, replacement }) =>
      replacement === undefined
        ? undefined
        : `tool '${tool.name}' is now '${replacement.name}' and answers to its old name`,
    help: ({ tool, replacement }) =>
      `inform those who allow tools by name: '${tool.name}' is called '${replacement?.name ?? ""}'`,
    explain: {
      why: "Calls keep working, but approvals and allow-lists that name the tool exactly do not follow it.",
      bad: "note_find.yaml is called note_search.yaml now, with aliases: [{name: note_find, of: notes}]",
      good: "another title for a tool of the same name",
    },
  }),
  rule("tool-renamed-without-alias", "tool-removed", "ERR", ["CALL", "POLICY"], {
    mirror: ["tool-renamed-without-alias", "tool-renamed-with-alias"],
    message: ({ tool, renameCandidate, evidence }) =>
      renameCandidate === undefined || sameLetters(tool.name, renameCandidate.name)
        ? undefined
        : `tool '${tool.name}' was removed; '${renameCandidate.name}' looks like its new name${evidence === undefined ? "" : ` (${evidence})`}`,
    // The same pair is the same finding, whatever it was seen by.
    values: ({ tool, renameCandidate }) => [`'${renameCandidate?.name ?? ""}'`, `'${tool.name}'`].sort(),
    help: aliasHelp,
    explain: {
      why: "A tool with the same texts and params appeared under another name; calls of the old name fail. Which tool is which is guessed by likeness; that the old name is gone is not.",
      bad: "name: note_search   # was note_find",
      good: "name: note_search\naliases: [{name: note_find, of: notes, deprecated: {since: 1.4.0, sunset: 2027-12-01}}]",
    },
  }),
  rule("tool-name-case-changed", "tool-removed", "ERR", ["CALL"], {
    mirror: "tool-name-case-changed",
    message: ({ tool, renameCandidate }) =>
      renameCandidate !== undefined && sameLetters(tool.name, renameCandidate.name)
        ? `tool '${tool.name}' is written '${renameCandidate.name}' now`
        : undefined,
    help: aliasHelp,
    explain: {
      why: "Names are case-sensitive: calls of the old spelling get an unknown tool (MCP 2025-11-25, server/tools, Tool Names).",
      bad: '{"name": "noteFind"}   // was {"name": "notefind"}',
      good: '{"name": "notefind"}',
    },
  }),
  rule("tool-added", "tool-added", "INFO", ["CATALOG"], {
    mirror: [
      "tool-removed",
      "tool-removed-without-deprecation",
      "tool-removed-before-sunset",
      "tool-removed-after-sunset",
    ],
    message: ({ tool, accounted }, { base }) =>
      accounted === true || isRetired(tool.name, base) ? undefined : `tool '${tool.name}' was added`,
    explain: {
      why: "Additive: it was not called before.",
      bad: "schema/tools/note/note_search.yaml is new",
      good: "note_search.yaml is note_find.yaml under another name: that is reported as a rename",
    },
  }),
  rule("tool-added-reuses-retired-name", "tool-added", "ERR", ["CALL", "POLICY"], {
    mirror: ["tool-removed", "tool-removed-without-deprecation"],
    message: ({ tool }, { base }) =>
      isRetired(tool.name, base) ? `tool '${tool.name}' brings a retired name back` : undefined,
    help: () => "choose a name that never meant anything else",
    explain: {
      why: "Callers that remember the old name would reach something else without noticing.",
      bad: "note_find.yaml is new   # retired.yaml: note_find: {removed: 1.4.0}",
      good: "note_lookup.yaml is new   # retired.yaml: note_find: {removed: 1.4.0}",
    },
  }),
];

function isUnannounced({ tool, replacement, renameCandidate }: Removed): boolean {
  return tool.deprecated === undefined && replacement === undefined && renameCandidate === undefined;
}

/** Days of notice that the catalog promised for a tool like this one. */
function promisedDays({ tool }: Removed, { base }: RuleContext): number {
  return base.listed === true ? 0 : base.grace[tool.stability];
}

/** A list can't announce anything, so it can't be blamed for it. */
function withoutNotice(event: Removed, context: RuleContext): string {
  const notice = context.base.listed === true ? "" : " and was never deprecated";
  return `${notice}${withNames(event, context)}`;
}

/** Its other names break with it, for the same reason. */
function withNames({ tool }: Removed, { head }: RuleContext): string {
  const taken = new Set(
    [...head.tools, ...(head.builtins ?? [])].flatMap((one) => one.aliases.map(({ name }) => name)),
  );
  const lost = tool.aliases
    .map(({ name }) => name)
    .filter((name) => !taken.has(name) && currentComparedTool(name, head) === undefined);
  return lost.length === 0 ? "" : `, and with it ${lost.length === 1 ? "the name" : "the names"} ${quotedList(lost)}`;
}

function keepHelp({ tool }: Removed, context: RuleContext): string {
  if (context.head.listed === true) return "keep it, or let another tool answer to its name";
  return `keep it, and announce its end in ${ownName(tool)}.yaml: ${deprecationStanza(tool.stability, context)}; a tool that takes over answers to the name with ${aliasStanza([{ name: tool.name }], tool.stability, context)}`;
}

function aliasHelp({ tool, renameCandidate }: Removed, context: RuleContext): string | undefined {
  if (renameCandidate === undefined) return undefined;
  if (context.head.listed === true) return `let '${renameCandidate.name}' answer to '${tool.name}' as well`;
  const rename = renamedParams(tool, renameCandidate);
  const alias = { name: tool.name, ...(rename === undefined ? {} : { rename }) };
  return `in ${ownName(renameCandidate)}.yaml: ${aliasStanza([alias], tool.stability, context)}`;
}

/** Params that changed their name with the tool, as YAML maps the old name: each the only one of its type on both sides. */
function renamedParams(was: ComparedTool, is: ComparedTool): { readonly [old: string]: string } | undefined {
  const lost = was.params.filter((param) => !is.params.some(({ name }) => name === param.name));
  const gained = is.params.filter((param) => !was.params.some(({ name }) => name === param.name));
  const pairs = lost.flatMap((old) => {
    const minSimilarity = gained.filter((param) => sameJson(param.type, old.type));
    const [only] = minSimilarity;
    const rivals = lost.filter((other) => sameJson(other.type, old.type));
    return only !== undefined && minSimilarity.length === 1 && rivals.length === 1
      ? [[old.name, ownName(only)] as const]
      : [];
  });
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}

function sameLetters(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function isRetired(name: string, catalog: ComparedCatalog): boolean {
  return catalog.retired.some((retired) => retired.name === name && retired.removed !== undefined);
}

/** The announced replacement as YAML calls it, where it is there. */
function replacementIn({ deprecated }: ComparedTool, head: ComparedCatalog): string | undefined {
  const tool = currentComparedTools(head).find(({ name }) => name === deprecated?.replacedBy);
  return tool === undefined ? undefined : ownName(tool);
}
