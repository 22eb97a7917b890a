import { checkAction } from "../../../contract/actions.ts";
import { mapAlias } from "../../../contract/alias.ts";
import { isBuiltinName } from "../../../contract/builtin-tools.ts";
import { explain } from "../../../contract/explain.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";
import { pathKeys } from "../../../contract/json-pointer.ts";
import type { JsonSchema } from "../../../contract/json-schema.ts";
import { normalise, type UnknownParam } from "../../../contract/normalise.ts";
import type { Effects } from "../../../contract/tool-facts.ts";
import type { Violation } from "../../../contract/violation.ts";
import { mistyped, suggest } from "../../../diagnostics/mistyped.ts";
import { readBuiltinCatalog } from "../../builtins/builtin-catalog.ts";
import type { Catalog, Tool, ToolAlias } from "../../catalog/catalog.ts";
import { oncePerCatalog } from "../../catalog/lookup.ts";
import { oncePerTool } from "../../catalog/once-per-tool.ts";
import { keyOf, pointer } from "../../catalog/origins.ts";
import { currentTool, currentTools } from "../../catalog/versions.ts";
import { aliasInputSchema, inputSchema, outputSchema } from "../../schema/json-schema.ts";
import { aliasPlan, inputPlan, planDefinitions } from "../../schema/normalization-plan.ts";
import { type CallSubject, type Finding, finding, type LintRule, rule, ruleAcross } from "../rule.ts";

/** Calls in examples and workflows must be accepted by the rules of the runtime. */
export const callRules: readonly LintRule[] = [
  ruleAcross("call", (call, catalog) => judgeCall(call, catalog), { reads: calledTools }),
  rule("example", ({ example, tool, at }, catalog) => {
    const { result } = example;
    if (result === undefined || holdsKept(result)) return [];
    return explain(partialResults(catalog)(tool), result, { namesKnown: true }).map((violation) => {
      const { path, expected, found, nearMiss } = violation;
      const help = nearMiss === undefined ? undefined : `did you mean '${nearMiss}'?`;
      const params = { path: inside(path), expected, found };
      return finding("example-result-invalid", params, placeOf(violation, pointer(at, "result")), { help });
    });
  }),
];

/** Most examples begin with calls of the same few tools. */
const inputPlans = oncePerTool(inputPlan);
/** What an example shows of a result need not be all of it. */
const partialResults = oncePerTool((tool, catalog) => partOf(outputSchema(tool, catalog, false)));

/** The findings that the dispatcher would report for a call. */
export function judgeCall(call: CallSubject, catalog: Catalog): readonly Finding[] {
  const proxyTool = call.own === undefined ? calledTool(call.call, catalog) : { tool: call.own };
  // Unknown names were reported by `resolve`; tools that could not be read are absent.
  if (proxyTool === undefined) return [];
  const findings = findingsOf(call, proxyTool, catalog);
  if (!call.refused) return findings;
  return findings.length > 0 ? [] : [finding("example-accepted", { call: call.call }, call.callAt)];
}

/** What is wrong with a call, wherever it stands. */
interface Judged {
  readonly unknown: readonly UnknownParam[];
  readonly violations: readonly Violation[];
  /** Names of the params that it may have. */
  readonly params: readonly string[];
}

/** Calls of the tool, by name and arguments: most examples begin with the same few. */
const judgedCalls = oncePerTool(() => new Map<string, Judged>());

function findingsOf(call: CallSubject, called: CalledTool, catalog: Catalog): readonly Finding[] {
  const known = judgedCalls(catalog)(called.tool);
  const key = JSON.stringify([called.alias?.name, call.arguments]);
  const judged = known.get(key) ?? judge(call.arguments, called, catalog);
  known.set(key, judged);
  const { unknown, violations, params } = judged;
  return [
    ...unknown.map(({ name, nearMiss }) => {
      const help = nearMiss === undefined ? suggest(name, params) : `did you mean '${nearMiss}'?`;
      const free = params.filter((param) => !Object.hasOwn(call.arguments, param));
      const alone = unknown.length === 1 ? free : [];
      return finding("unknown-argument", { name, call: call.call }, keyOf(pointer(call.at, name)), {
        help,
        fixAt: (place) => mistyped(name, place, params, alone).fix,
      });
    }),
    ...violations.map((violation) => violationFinding(call, violation)),
  ];
}

function judge(sent: JsonObject, { tool, alias }: CalledTool, catalog: Catalog): Judged {
  const own = alias?.adapt === true ? alias : undefined;
  const given = withoutSession(sent, tool);
  const mapped =
    alias === undefined
      ? given
      : mapAlias(own === undefined ? alias : { ...nothing, ignore: alias.ignore }, given).arguments;
  const plan = own === undefined ? inputPlans(catalog)(tool) : aliasPlan(own, tool, catalog);
  const schema = own === undefined ? inputSchema(tool, catalog, false) : aliasInputSchema(own, tool, catalog, false);
  const kept = Object.keys(mapped).filter((name) => holdsKept(mapped[name]));
  const known = leaveOut(mapped, kept);
  const normal = normalise(plan, planDefinitions(catalog), known);
  const relaxed = without(schema, kept);
  // A kept value is unknown here, but present.
  const all = kept.length === 0 ? normal.value : { ...normal.value, ...pick(mapped, kept) };
  const judged =
    tool.actions === undefined || own !== undefined || kept.includes(tool.actions.by)
      ? { value: all, violations: [] }
      : checkAction(tool.actions, all, normal.defaulted, schema, plan);
  const violations = [
    ...normal.violations,
    ...explain(relaxed, leaveOut(judged.value, kept), { blank: normal.blank, namesKnown: true }),
    ...judged.violations,
  ];
  return {
    unknown: normal.unknown,
    // A default that breaks its own type is reported at the default.
    violations: violations.filter(({ path }) => !normal.defaulted.includes(pathKeys(path)[0] ?? "")),
    params: normal.unknown.length === 0 ? [] : (own ?? tool).params.map((param) => param.name),
  };
}

function leaveOut(values: JsonObject, names: readonly string[]): JsonObject {
  if (names.length === 0) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

function pick(values: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

const nothing = { rename: {}, set: {}, defaults: {} };

function violationFinding(call: CallSubject, violation: Violation): Finding {
  const { path, expected, found, nearMiss } = violation;
  const params = { path: inside(path), call: call.call, expected, found };
  const help = nearMiss === undefined ? undefined : `did you mean '${nearMiss}'?`;
  const at = Object.keys(call.arguments).length === 0 ? call.callAt : placeOf(violation, call.at);
  return finding("invalid-argument", params, at, { help });
}

/** Where the value is wrong: the value, or the key that is unknown. */
function placeOf({ path, found }: Violation, base: string): string {
  const place = `${base}${path}`;
  return found === "an unknown name" ? keyOf(place) : place;
}

/** The dispatcher removes the session's handle before it checks arguments. */
function withoutSession(given: JsonObject, tool: Tool): JsonObject {
  if (tool.session === "none" || !Object.hasOwn(given, "session")) return given;
  return Object.fromEntries(Object.entries(given).filter(([name]) => name !== "session"));
}

/** Does a value contain a `$name`, which stands for a value that is known only when the example runs? */
function holdsKept(value: Json | undefined): boolean {
  if (typeof value === "string") return /^\$[a-z][a-z0-9_]*$/.test(value);
  if (Array.isArray(value)) return value.some(holdsKept);
  return isJsonObject(value) && Object.values(value).some(holdsKept);
}

function without(schema: JsonSchema, names: readonly string[]): JsonSchema {
  if (names.length === 0) return schema;
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name))),
    required: (schema.required ?? []).filter((name) => !names.includes(name)),
  };
}

/** The schema of a part of a value: nothing is required, lists may be shorter. */
function partOf(schema: JsonSchema): JsonSchema {
  const {
    required: _required,
    minItems: _minItems,
    properties,
    items,
    anyOf,
    additionalProperties,
    $defs,
    ...rest
  } = schema;
  const all = (map: { readonly [name: string]: JsonSchema }) =>
    Object.fromEntries(Object.entries(map).map(([name, child]) => [name, partOf(child)]));
  return {
    ...rest,
    ...(properties === undefined ? {} : { properties: all(properties) }),
    ...(items === undefined ? {} : { items: partOf(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(partOf) }),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties:
            typeof additionalProperties === "boolean" ? additionalProperties : partOf(additionalProperties),
        }),
    ...($defs === undefined ? {} : { $defs: all($defs) }),
  };
}

/** " in '/briefing/count'"; nothing for the whole. */
function inside(path: string): string {
  return path === "" ? "" : ` in '${path}'`;
}

/** Calls of built-in tools name other tools: these must exist, get valid arguments, and fit the proxy tool. */
export const builtinCallRules: readonly LintRule[] = [
  ruleAcross("call", (call, catalog) => (call.refused ? [] : named(call, catalog)), { reads: calledTools }),
];

const proxies: {
  readonly [proxyTool: string]: { readonly takes: (effects: Effects) => boolean; readonly what: string };
} = {
  call_read: { takes: ({ readOnly }) => readOnly, what: "a read-only tool" },
  call_write: {
    takes: ({ readOnly, destructive }) => !readOnly && !destructive,
    what: "a tool that writes and is not destructive",
  },
  call_destructive: { takes: ({ readOnly, destructive }) => !readOnly && destructive, what: "a destructive tool" },
};

function named(call: CallSubject, catalog: Catalog): readonly Finding[] {
  const { tool: name, arguments: given } = call.arguments;
  // A kept value is known only when the example runs.
  if (typeof name !== "string" || name.startsWith("$")) return [];
  const at = pointer(call.at, "tool");
  if (call.call === "tool_describe") {
    const isFamily = catalog.families.some((family) => family.name === name);
    return isFamily || name === "" || calledTool(name, catalog) !== undefined ? [] : [unknown(name, at, catalog)];
  }
  const proxyTool = Object.hasOwn(proxies, call.call) ? proxies[call.call] : undefined;
  if (proxyTool === undefined) return [];
  const inner = calledTool(name, catalog);
  if (inner === undefined || Object.hasOwn(proxies, name)) return [unknown(name, at, catalog)];
  if (!proxyTool.takes(inner.tool.effects)) {
    const params = { path: " in '/tool'", call: call.call, expected: proxyTool.what, found: `'${name}'` };
    return [finding("invalid-argument", params, at)];
  }
  const sent = isJsonObject(given) ? given : {};
  const place = { at: pointer(call.at, "arguments"), callAt: call.callAt };
  return judgeCall({ call: name, arguments: sent, ...place, refused: false }, catalog);
}

/** The tools that a call is judged by: the one that is called, and the one that a built-in tool is to call. */
function calledTools(call: CallSubject, catalog: Catalog): readonly unknown[] {
  const { tool: inner } = call.arguments;
  const outer = call.own ?? calledTool(call.call, catalog)?.tool;
  return typeof inner === "string" ? [outer, calledTool(inner, catalog)?.tool] : [outer];
}

function unknown(name: string, at: string, catalog: Catalog): Finding {
  const known = currentTools(catalog).map((tool) => tool.name);
  return finding("unknown-tool", { name }, at, { help: suggest(name, known) });
}

/** The tool that a call in the catalog refers to. */
export interface CalledTool {
  readonly tool: Tool;
  readonly alias?: ToolAlias;
}

/** The tool with that name or alias, also a built-in one; undefined when there is none. */
export function calledTool(name: string, catalog: Catalog): CalledTool | undefined {
  const own = currentTool(name, catalog);
  if (own !== undefined) return { tool: own };
  if (isBuiltinName(name)) {
    const tool = currentTool(name, readBuiltinCatalog());
    return tool === undefined ? undefined : { tool };
  }
  return aliasesByName(catalog).get(name);
}

/** The first of each name, in catalog order. */
const aliasesByName = oncePerCatalog((catalog) => {
  const found = new Map<string, CalledTool>();
  for (const tool of [...catalog.tools, ...(catalog.builtins ?? [])]) {
    for (const alias of tool.aliases) if (!found.has(alias.name)) found.set(alias.name, { tool, alias });
  }
  return found;
});
