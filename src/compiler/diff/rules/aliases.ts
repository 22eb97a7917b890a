import { sameJson } from "../../../contract/alias.ts";
import type { Json } from "../../../contract/json.ts";
import type { ToolAlias } from "../../catalog/catalog.ts";
import { ownName } from "../../catalog/own-names.ts";
import type { ComparedTool } from "../compared.ts";
import type { EventOf } from "../event.ts";
import { type DiffRule, type RuleContext, rule } from "../rule.ts";
import { retiredStanza } from "../stanzas.ts";
import { isPast } from "../today.ts";

type Removed = EventOf<"alias-removed">;

/** Rules about other names of tools, and of names of tools that became other names. */
export const aliasRules: readonly DiffRule[] = [
  rule("alias-added", "alias-added", "INFO", ["CALL"], {
    mirror: ["alias-removed", "alias-removed-after-sunset"],
    message: ({ tool, alias }) => `'${tool.name}' now answers to '${alias.name}' too`,
    explain: {
      why: "Additive: calls by that name got an unknown tool before.",
      bad: "aliases: [{name: find_note, of: notes}]   # was []",
      good: "aliases: [{name: find_note, of: notes}]   # where find_note was a tool: that is a rename",
    },
  }),
  rule("alias-removed", "alias-removed", "ERR", ["CALL", "LIFE"], {
    mirror: "alias-added",
    message: (event, { today }) => {
      const { tool, alias } = event;
      const sunset = sunsetOf(event);
      // A tool that goes too early takes its names with it; its own finding names them.
      if (isPast(sunset, today) || (event.gone && !isPast(tool.deprecated?.sunset, today))) return undefined;
      const promised = sunset === undefined ? "" : `, promised until ${sunset}`;
      return event.gone
        ? `'${alias.name}' is no longer answered, because '${tool.name}' is gone${promised}`
        : `'${tool.name}' no longer answers to '${alias.name}'${promised}`;
    },
    help: (event) => {
      const sunset = sunsetOf(event);
      return sunset === undefined
        ? `keep the alias '${event.alias.name}', or give it a sunset and keep it until then`
        : `keep the alias '${event.alias.name}' until ${sunset}`;
    },
    explain: {
      why: "Callers of the old name get an unknown tool.",
      bad: "aliases: []   # was [{name: find_note, of: notes, deprecated: {since: 1.4.0, sunset: 2027-12-01}}], in 2027-06",
      good: "the same, on 2027-12-01 or later",
    },
  }),
  rule("alias-removed-after-sunset", "alias-removed", "INFO", ["LIFE"], {
    mirror: "alias-added",
    message: (event, { today }) =>
      isPast(sunsetOf(event), today)
        ? `'${event.tool.name}' no longer answers to '${event.alias.name}', whose sunset has passed`
        : undefined,
    help: retiredHelp,
    explain: {
      why: "It was announced, and the date has passed: this is how a name leaves.",
      bad: "aliases: []   # was [{name: find_note, of: notes, deprecated: {since: 1.4.0, sunset: 2027-12-01}}], in 2028",
      good: "retired.yaml: find_note: {kind: alias, removed: 2.0.0, replaced_by: note_find}",
    },
  }),
  rule("alias-retargeted", "alias-moved", "ERR", ["CALL", "POLICY"], {
    mirror: "alias-retargeted",
    message: ({ name, from, to, wasTool }) =>
      wasTool === true ? undefined : `'${name}' now calls '${to.name}' instead of '${from.name}'`,
    help: ({ name, from }) => `leave '${name}' to '${from.name}', and give '${from.name}' the other name`,
    explain: {
      why: "The same name does something else; nothing fails, so it goes unnoticed.",
      bad: "note_list.yaml: aliases: [{name: notes, of: notes}]   # was in note_find.yaml",
      good: "note_search.yaml: aliases: [{name: notes, of: notes}, {name: note_find, of: notes}]   # was note_find.yaml: it was renamed",
    },
  }),
  rule("alias-privilege-raised", "alias-moved", "ERR", ["POLICY"], {
    mirror: ["alias-retargeted", "tool-renamed-with-alias", "tool-renamed-without-alias"],
    message: ({ name, from, to }) =>
      (from.effects.readOnly && !to.effects.readOnly) || (!from.effects.destructive && to.effects.destructive)
        ? `'${name}' may now do more than '${from.name}' could: '${to.name}' ${to.effects.destructive ? "may destroy something" : "writes"}`
        : undefined,
    help: ({ name }) => `let '${name}' go on to a tool with the effects that it had`,
    explain: {
      why: "A name that was approved for reading now reaches a tool that writes or destroys.",
      bad: "note_purge.yaml: effects: {read_only: false, destructive: true}, aliases: [{name: note_find, of: notes}]   # note_find only read",
      good: "note_search.yaml: effects: {read_only: true}, aliases: [{name: note_find, of: notes}]",
    },
  }),
  rule("alias-input-incompatible", "alias-kept", "ERR", ["CALL"], {
    // Types that they refer to may have changed under them.
    message: ({ base, head, headTool }, context) =>
      headTool.listed === undefined && sameJson(base.params, head.params) && !(refers(base) && typesDiffer(context))
        ? undefined
        : `calls of '${head.name}' as it was listed are no longer all accepted`,
    help: ({ head, headTool }) =>
      `in ${ownName(headTool)}.yaml, map what '${head.name}' was sent: rename, defaults, ignore, params, or 'adapt: true' and a function`,
    explain: {
      why: "Clients written for the old name send the params of the old name; what arrives at the tool after mapping is refused.",
      bad: "aliases: [{name: note_find, of: notes}]   # note_find took text; note_search takes query",
      good: "aliases: [{name: note_find, of: notes, rename: {text: query}}]",
    },
  }),
  rule("alias-output-incompatible", "alias-result-kept", "ERR", ["RESULT"], {
    message: ({ name, base, head }) =>
      sameJson(base.result, head.result)
        ? undefined
        : `'${name}' answers with the result of '${head.name}', which readers of '${name}' don't know`,
    help: ({ name, base }) => `keep '${name}' as a tool of its own that answers as before: ${ownName(base)}.yaml`,
    explain: {
      why: "Calls by an alias get the canonical tool's result. Clients validate it against the schema that they remember of the old name.",
      bad: "aliases: [{name: note_find, of: notes}]   # note_find answered with {items}; note_search answers with {notes}",
      good: "aliases: [{name: note_find, of: notes}]   # both answer with {items}",
    },
  }),
  rule("alias-mapping-changed", "alias-kept", "WARN", ["CALL"], {
    mirror: "alias-mapping-changed",
    message: ({ base, head, wasTool, headTool }) =>
      wasTool === true || sameJson(mappingOf(base, base, headTool), mappingOf(head, base, headTool))
        ? undefined
        : `calls of '${head.name}' are mapped in another way`,
    help: ({ base }) =>
      `leave rename and set of '${base.name}' as they were, and give the new mapping a name of its own`,
    explain: {
      why: "The same call of the old name may mean something else now.",
      bad: "aliases: [{name: open_tasks, of: tasks, set: {status: todo}}]   # was set: {status: open}",
      good: "aliases: [{name: open_tasks, of: tasks, set: {status: open}, deprecated: {since: 1.4.0, sunset: 2027-12-01}}]",
    },
  }),
  rule("alias-became-listed", "profile-kept", "WARN", ["CATALOG", "PROMPT"], {
    mirror: "alias-became-unlisted",
    message: ({ base, head }) =>
      head.listAs === undefined || head.listAs === base.listAs
        ? undefined
        : `profile '${head.name}' lists the old names of '${head.listAs}'`,
    help: ({ head }) =>
      `make a profile of its own for clients that know the old names: { list_as: ${head.listAs ?? ""} }`,
    explain: {
      why: "Its clients see other names than before and pay for their tokens on every connection; new callers should not learn old names.",
      bad: "profiles: {full: {list_as: notes}}   # was {full: {families: all}}",
      good: "profiles: {full: {families: all}, old: {list_as: notes}}",
    },
  }),
  rule("alias-became-unlisted", "profile-kept", "INFO", ["CATALOG"], {
    mirror: "alias-became-listed",
    message: ({ base, head }) =>
      base.listAs === undefined || head.listAs === base.listAs
        ? undefined
        : `profile '${head.name}' no longer lists the old names of '${base.listAs}'; calls of them still work`,
    explain: {
      why: "A list without the old names is shorter, and they are still answered.",
      bad: "profiles: {full: {families: all}}   # was {full: {list_as: notes}}",
      good: "aliases: []   # was [{name: find_note, of: notes}]: that name is gone",
    },
  }),
];

/** What calls are mapped to, but for old params whose target the tool no longer has: these have to go somewhere else. */
function mappingOf(alias: ToolAlias, base: ToolAlias, tool: ComparedTool): Json {
  const { rename, set, defaults, ignore, adapt } = alias;
  const there = new Set(tool.params.flatMap(({ name, aliases = [] }) => [name, ...aliases.map((one) => one.name)]));
  const kept = Object.entries(rename).filter(([old, current]) => there.has(base.rename[old] ?? current));
  return { rename: adapt ? {} : Object.fromEntries(kept), set, defaults, ignore, adapt };
}

function refers({ params }: ToolAlias): boolean {
  return JSON.stringify(params).includes('"kind":"ref"');
}

function typesDiffer({ base, head }: RuleContext): boolean {
  return !sameJson(base.types, head.types);
}

/** Of the alias, else of the tool that it goes with. */
function sunsetOf({ alias, tool, gone }: Removed): string | undefined {
  return alias.deprecated === undefined && gone ? tool.deprecated?.sunset : alias.deprecated?.sunset;
}

function retiredHelp({ alias, tool, gone }: Removed, context: RuleContext): string | undefined {
  if (context.head.retired.some(({ name }) => name === alias.name)) return undefined;
  const stanza = retiredStanza(alias.name, "alias", context, gone ? undefined : ownName(tool));
  return `in schema/retired.yaml, so that the name never means something else: ${stanza}`;
}
