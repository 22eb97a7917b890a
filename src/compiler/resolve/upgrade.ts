import type { Json } from "../../contract/json.ts";
import { nearMiss } from "../../contract/near-miss.ts";
import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.ts";
import { mistyped } from "../../diagnostics/mistyped.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import type { Field, Tool, Upgrade } from "../catalog/catalog.ts";
import { pointer } from "../catalog/origins.ts";
import { findOwned, ownName } from "../catalog/own-names.ts";
import { isCurrent } from "../catalog/versions.ts";
import { at, entriesAt, jsonOf, type SpecMap, type SpecNode, stringsAt } from "../syntax/spec-node.ts";
import { type Context, optional } from "./context.ts";

/**
 * Adds how the calls of an older version become calls of the current one. Every name of the mapping is looked up, and every
 * param of the older version must have one target; lint checks whether the calls are then accepted.
 * @param tools all tools, including this one
 * @returns the tool itself where its file has no `upgrade`, or an invalid one
 */
export function withUpgrade(
  context: Context,
  tool: Tool,
  root: SpecMap | undefined,
  tools: readonly Tool[],
  base: string,
): Tool {
  const node = at(root, "upgrade");
  const key = root?.entries.get("upgrade")?.key;
  if (node?.kind !== "map" || key === undefined) return tool;
  context.origins.set(pointer(base, "upgrade"), key);
  if (isCurrent(tool)) {
    const help = "move it to the file of the older version";
    context.diagnostics.push(diagnostic("upgrade-of-current", { tool: tool.name }, key, { help }));
    return tool;
  }
  const current = tools.find((one) => one.name === tool.name && isCurrent(one));
  // The current version could not be read, which was reported.
  if (current === undefined) return tool;
  const { upgrade, problems } = readUpgrade({ node, old: tool, current, places: paramPlaces(context, tool, base) });
  context.diagnostics.push(...problems, ...ownDeadline(root, tool, current));
  if (problems.length > 0) return tool;
  const { deadlineMs: _own, ...rest } = tool;
  return { ...rest, upgrade, ...optional("deadlineMs", current.deadlineMs) };
}

/** The current version answers its calls, so its deadline applies. */
function ownDeadline(root: SpecMap | undefined, old: Tool, current: Tool): readonly Diagnostic[] {
  const key = root?.entries.get("deadline")?.key;
  if (key === undefined) return [];
  const params = { tool: old.name, version: old.version, current: current.version };
  const help = `remove it; the deadline in ${old.name}.yaml applies`;
  return [diagnostic("upgrade-with-deadline", params, key, { help })];
}

interface Reading {
  readonly node: SpecNode;
  readonly old: Tool;
  readonly current: Tool;
  /** Param of the older version → where it was written. */
  readonly places: ReadonlyMap<string, Span>;
}

function paramPlaces(context: Context, tool: Tool, base: string): ReadonlyMap<string, Span> {
  return new Map(
    tool.params.flatMap(({ name }, index) => {
      const span = context.origins.get(pointer(base, "params", index));
      return span === undefined ? [] : [[name, span] as const];
    }),
  );
}

interface Target {
  readonly name: string;
  readonly span: Span;
}

interface Named<Value> extends Target {
  readonly value: Value;
}

function readUpgrade(reading: Reading): { readonly upgrade: Upgrade; readonly problems: readonly Diagnostic[] } {
  const { node } = reading;
  // From here on all go by the spelling of callers, which is what the calls have.
  const wire = ({ params }: Tool, own: string) => findOwned(params, own)?.name ?? own;
  const { old, current } = reading;
  const written = entriesAt(node, "rename").flatMap(([name, { key, value }]): Named<Target>[] =>
    value.kind === "scalar" && typeof value.value === "string"
      ? [{ name: wire(old, name), span: key, value: { name: wire(current, value.value), span: value.span } }]
      : [],
  );
  const drop = stringsAt(node, "drop").map(({ text, span }) => ({ name: wire(old, text), span }));
  const values = (table: "set" | "defaults") =>
    valuesAt(node, table).map((each) => ({ ...each, name: wire(current, each.name) }));
  const set = values("set");
  const defaults = values("defaults");
  const rename = [...written, ...respelled(reading, { rename: written, drop, set, defaults })];
  const parts: Parts = { rename, drop, set, defaults };
  const unknown = unknownNames(reading, parts);
  return {
    upgrade: {
      rename: Object.fromEntries(rename.map(({ name, value }) => [name, value.name])),
      set: Object.fromEntries(set.map(({ name, value }) => [name, value])),
      defaults: Object.fromEntries(defaults.map(({ name, value }) => [name, value])),
      drop: drop.map(({ name }) => name),
    },
    // An unknown name leaves a param without a target; only the name is reported.
    problems: unknown.length > 0 ? unknown : [...mappedTwice(reading, parts), ...unmapped(reading, parts)],
  };
}

/** What has one name in both versions, where only its spelling for callers is another, becomes itself without being mentioned. */
function respelled({ old, current, places, node }: Reading, { rename, drop, set }: Parts): readonly Named<Target>[] {
  const mapped = new Set([...rename, ...drop].map(({ name }) => name));
  const taken = new Set([...rename.map(({ value }) => value), ...set, ...old.params].map(({ name }) => name));
  return old.params.flatMap((param): readonly Named<Target>[] => {
    const { name } = param;
    const same = findOwned(current.params, ownName(param));
    const isOpen = !mapped.has(name) && !current.params.some((one) => one.name === name);
    if (!isOpen || same === undefined || taken.has(same.name)) return [];
    const span = places.get(name) ?? node.span;
    return [{ name, span, value: { name: same.name, span } }];
  });
}

interface Parts {
  readonly rename: readonly Named<Target>[];
  readonly drop: readonly Target[];
  readonly set: readonly Named<Json>[];
  readonly defaults: readonly Named<Json>[];
}

function valuesAt(node: SpecNode, table: "set" | "defaults"): readonly Named<Json>[] {
  return entriesAt(node, table).map(([name, { key, value }]) => ({ name, span: key, value: jsonOf(value) }));
}

function unknownNames({ old, current }: Reading, { rename, drop, set, defaults }: Parts): readonly Diagnostic[] {
  // Suggestions are in the names that YAML has.
  const ours = current.params.map(ownName);
  const theirs = old.params.map(ownName);
  const has = ({ params }: Tool, name: string) => params.some((param) => param.name === name);
  return [
    ...[...rename, ...drop]
      .filter(({ name }) => !has(old, name))
      .map(({ name, span }) => {
        const params = { name, tool: old.name, version: old.version };
        return diagnostic("upgrade-unknown-param", params, span, mistyped(name, span, theirs));
      }),
    ...[...rename.map(({ value }) => value), ...set, ...defaults]
      .filter(({ name }) => !has(current, name))
      .map(({ name, span }) =>
        diagnostic("unknown-param", { name, tool: current.name }, span, mistyped(name, span, ours)),
      ),
    ...[...set, ...defaults]
      .filter(({ name }) => name === "confirm" && current.confirm !== undefined)
      .map(({ name, span }) => {
        const why = "it is the confirmation of the caller, which an upgrade can't set";
        return diagnostic("reserved-param", { name, why }, span);
      }),
  ];
}

/** Each param of the older version has one target, and each of the current one has one source. */
function mappedTwice({ old }: Reading, { rename, drop, set, defaults }: Parts): readonly Diagnostic[] {
  const twice = (name: string, how: string, span: Span) =>
    diagnostic("upgrade-param-twice", { name, how }, span, { help: "remove one of the two" });
  const renamed = new Set(rename.map(({ name }) => name));
  const dropped = new Set(drop.map(({ name }) => name));
  const sources = new Map<string, string>();
  for (const { name } of old.params) if (!renamed.has(name) && !dropped.has(name)) sources.set(name, name);
  const found: Diagnostic[] = [];
  for (const { name, value } of rename) {
    const other = sources.get(value.name);
    if (other !== undefined) found.push(twice(value.name, `'${other}' and '${name}' become it`, value.span));
    else sources.set(value.name, name);
  }
  for (const { name, span } of drop)
    if (renamed.has(name)) found.push(twice(name, "it is both renamed and dropped", span));
  for (const { name, span } of set) {
    const source = sources.get(name);
    if (source !== undefined) found.push(twice(name, `'${source}' becomes it, and 'set' sets it`, span));
  }
  const given = new Set(set.map(({ name }) => name));
  for (const { name, span } of defaults) {
    if (given.has(name)) found.push(twice(name, "both 'set' and 'defaults' set it", span));
  }
  return found;
}

function unmapped({ old, current, places, node }: Reading, { rename, drop }: Parts): readonly Diagnostic[] {
  const gone = new Set([...rename, ...drop].map(({ name }) => name));
  const ours = new Set(current.params.map((param) => param.name));
  return old.params
    .filter(({ name }) => !gone.has(name) && !ours.has(name))
    .map((param) => {
      const own = ownName(param);
      const to = replacementOf(param, current) ?? "…";
      const help = `write rename: {${own}: ${to}}, or drop: [${own}]`;
      const params = { name: own, tool: old.name, current: current.version };
      return diagnostic("upgrade-param-unmapped", params, places.get(param.name) ?? node.span, { help });
    });
}

/** The most likely param of the current version: one with that name as an alias, or a near miss; as YAML calls it. */
function replacementOf(param: Field, current: Tool): string | undefined {
  const spelled = current.params.find(({ aliases = [] }) => aliases.some(({ name }) => name === param.name));
  return spelled === undefined ? nearMiss(ownName(param), current.params.map(ownName)) : ownName(spelled);
}
