import { mayHaveToConfirm } from "../../contract/confirm-condition.ts";
import type { Json, JsonObject } from "../../contract/json.ts";
import { diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Field, Tool, ToolAlias } from "../catalog/catalog.ts";
import { oldActions } from "../catalog/old-actions.ts";
import { pointer } from "../catalog/origins.ts";
import { findOwned, ownName } from "../catalog/own-names.ts";
import type { ObjectNode, TypeNode } from "../catalog/type-node.ts";
import {
  at,
  booleanAt,
  entriesAt,
  itemsAt,
  jsonOf,
  type SpecMap,
  type SpecNode,
  stringAt,
  stringsAt,
} from "../syntax/spec-node.ts";
import { confirmParam, reportReserved } from "./confirmation.ts";
import { type Context, optional, reportUnknownParam } from "./context.ts";
import { deprecationOf, toolReplacements } from "./deprecations.ts";
import { fieldsOf } from "./types.ts";

type Target = Pick<Tool, "name" | "params" | "confirm" | "actions">;

/** Another name of a tool, with all of its old params. */
export function aliasOf(context: Context, node: SpecNode, target: Target, base: string): ToolAlias {
  context.origins.set(base, at(node, "name")?.span ?? node.span);
  const adapt = booleanAt(node, "adapt") === true;
  const declared = fieldsOf(context, entriesAt(node, "params"), [], pointer(base, "params"));
  const rename = {
    ...(adapt ? {} : respelledParams(declared, target)),
    ...renamesOf(context, node, { declared, target }, base),
  };
  const set = valuesOf(context, node, "set", target, base);
  const defaults = {
    ...(adapt ? {} : declaredDefaults(declared, rename, target)),
    ...valuesOf(context, node, "defaults", target, base),
  };
  const ignore = stringsAt(node, "ignore");
  if (adapt) reportTable(context, node);
  else reportUnmapped(context, node, { declared, rename }, target);
  const mapped = ignore.filter(
    ({ text }) => Object.hasOwn(rename, text) || declared.some((field) => ownName(field) === text),
  );
  for (const { text, span } of mapped) {
    context.diagnostics.push(diagnostic("alias-param-twice", { name: text }, span, { help: "remove one of the two" }));
  }
  const mapping = {
    rename,
    set,
    defaults,
    adapt,
    declared,
    ignore: ignore.filter((old) => !mapped.includes(old)).map(({ text }) => text),
  };
  return {
    name: stringAt(node, "name") ?? "",
    of: stringAt(node, "of") ?? "",
    params: oldShape(mapping, target),
    rename,
    set,
    defaults,
    ignore: mapping.ignore,
    adapt,
    ...optional("result", resultOf(context, node, base)),
    ...optional("deprecated", deprecationOf(context, node, base, toolReplacements(context))),
  };
}

/** The old result: an object with exactly the fields that are declared. */
function resultOf(context: Context, node: SpecNode, base: string): ObjectNode | undefined {
  const entries = entriesAt(node, "result");
  if (entries.length === 0) return undefined;
  return { kind: "object", fields: fieldsOf(context, entries, [], pointer(base, "result", "fields")), open: false };
}

interface Mapping extends Pick<ToolAlias, "rename" | "set" | "defaults" | "adapt" | "ignore"> {
  readonly declared: readonly Field[];
}

/**
 * The params a client of the old name sends: those declared, then each renamed one with the type of its target, then
 * (without a function) the target's other required ones and those that an action requires which the caller may choose, then
 * the ignored ones as any value.
 */
function oldShape(mapping: Mapping, target: Target): readonly Field[] {
  const { rename, set, defaults, declared } = mapping;
  const fields = declared.map((field) => withDefault(field, mapping));
  const has = (name: string) => fields.some((field) => field.name === name);
  const asOld = (name: string, param: Field): Field => {
    const { aliases: _aliases, own: _own, default: own, ...rest } = param;
    const value = Object.hasOwn(defaults, param.name) ? defaults[param.name] : own;
    const required = param.required && !Object.hasOwn(defaults, param.name) && !Object.hasOwn(set, param.name);
    return {
      ...rest,
      type: param.required && !required ? notBlank(param.type) : param.type,
      name,
      required,
      ...optional<"default", Json>("default", value),
    };
  };
  for (const [old, current] of Object.entries(rename)) {
    const param = target.params.find((candidate) => candidate.name === current);
    if (param !== undefined && !has(old)) fields.push(asOld(old, param));
  }
  if (!mapping.adapt) {
    const renamed = new Set(Object.values(rename));
    const others = target.params.filter(({ name }) => !renamed.has(name) && !Object.hasOwn(set, name) && !has(name));
    for (const param of others) if (param.required) fields.push(asOld(param.name, param));
    // What the one action that `set` gives requires, the author declares: an old call never had a choice of it.
    const isSet = target.actions !== undefined && Object.hasOwn(set, target.actions.by);
    const actions = isSet ? [] : oldActions({ ...mapping, params: fields }, target);
    for (const param of others) {
      const takers = actions.filter(({ requires }) => requires.includes(param.name));
      if (takers.length === 0 || has(param.name)) continue;
      fields.push(asOld(param.name, { ...param, required: takers.length === actions.length }));
    }
  }
  for (const name of mapping.ignore) {
    if (!has(name)) fields.push({ name, type: { kind: "json" }, required: false });
  }
  // A call that must be confirmed has to be able to say so under the old name too.
  if (target.confirm !== undefined && mayHaveToConfirm(target.confirm, set) && !has("confirm")) {
    fields.push(confirmParam(target.confirm));
  }
  return fields;
}

/** An old param with the default that applies: of two, the one under `defaults`. */
function withDefault(field: Field, { rename, defaults, adapt }: Mapping): Field {
  const current = Object.hasOwn(rename, field.name) ? rename[field.name] : field.name;
  const isGiven = !adapt && field.default !== undefined && current !== undefined && Object.hasOwn(defaults, current);
  return isGiven ? { ...field, ...optional<"default", Json>("default", defaults[current]) } : field;
}

/** A default that is listed with an old param is one of the old name, as if it stood under `defaults`. */
function declaredDefaults(declared: readonly Field[], rename: Renamed, { params }: Target): JsonObject {
  const entries = declared.flatMap(({ name, default: value }) => {
    const current = Object.hasOwn(rename, name) ? rename[name] : name;
    const isParam = params.some((param) => param.name === current);
    return current === undefined || value === undefined || !isParam ? [] : [[current, value] as const];
  });
  return Object.fromEntries(entries);
}

/** A blank text would count as missing at the target, and a default does not replace it: the old param must not be blank. */
function notBlank(type: TypeNode): TypeNode {
  return type.kind === "string" && type.trim && (type.minLength ?? 0) < 1 ? { ...type, minLength: 1 } : type;
}

interface Renamed {
  readonly [old: string]: string;
}

/** Old params with the name of one of the tool's, where callers of the old name spell that otherwise: `wire`. */
function respelledParams(declared: readonly Field[], { params }: Target): Renamed {
  const entries = declared.flatMap((field) => {
    const param = field.own === undefined ? undefined : findOwned(params, field.own);
    return param === undefined ? [] : [[field.name, param.name] as const];
  });
  return Object.fromEntries(entries);
}

/** Calls have the spelling of callers, so that is how the table speaks of both sides. */
function renamesOf(
  context: Context,
  node: SpecNode,
  { declared, target }: Pick<Mapping, "declared"> & { readonly target: Target },
  base: string,
): Renamed {
  const entries = entriesAt(node, "rename").flatMap(([written, { key, value }]) => {
    const current = value.kind === "scalar" && typeof value.value === "string" ? value.value : undefined;
    if (current === undefined) return [];
    const old = findOwned(declared, written)?.name ?? written;
    context.origins.set(pointer(base, "rename", old), key);
    const param = findOwned(target.params, current);
    if (param !== undefined) return [[old, param.name] as const];
    reportUnknownParam(context, current, value.span, target);
    return [];
  });
  return Object.fromEntries(entries);
}

function valuesOf(context: Context, node: SpecNode, key: "set" | "defaults", target: Target, base: string): JsonObject {
  const entries = entriesAt(node, key).flatMap(([name, entry]) => {
    context.origins.set(pointer(base, key, name), entry.value.span);
    const param = findOwned(target.params, name);
    if (param !== undefined) return [[param.name, jsonOf(entry.value)] as const];
    reportUnknownParam(context, name, entry.key, target);
    return [];
  });
  return Object.fromEntries(entries);
}

/** Without a function, an old param becomes one of the tool by its name or by `rename`. */
function reportUnmapped(
  context: Context,
  node: SpecNode,
  { declared, rename }: Pick<Mapping, "declared" | "rename">,
  target: Target,
): void {
  const taken = new Set(
    target.params.flatMap(({ name, aliases = [] }) => [name, ...aliases.map((alias) => alias.name)]),
  );
  const keys = new Map(entriesAt(node, "params").map(([name, { key }]) => [name, key]));
  for (const field of declared) {
    const name = ownName(field);
    const span = keys.get(name);
    if (span === undefined || taken.has(field.name) || Object.hasOwn(rename, field.name)) continue;
    const help = `write rename: {${name}: …}, or list it under ignore`;
    context.diagnostics.push(diagnostic("alias-param-unmapped", { name, tool: target.name }, span, { help }));
  }
}

/** Beside a function nothing else maps values; `rename` says only which params messages speak of. */
function reportTable(context: Context, node: SpecNode): void {
  if (node.kind !== "map") return;
  for (const key of ["set", "defaults"]) {
    const entry = node.entries.get(key);
    if (entry === undefined || entriesAt(node, key).length === 0) continue;
    const help = "map it in the function, or remove 'adapt'";
    context.diagnostics.push(diagnostic("alias-adapt-with-table", { key }, entry.key, { help }));
  }
}

/**
 * The built-in tools with aliases in catalog.yaml, sorted by name. The rules for their aliases are those of any tool.
 * @param builtinTools reads the contracts; called only when there is an alias
 */
export function builtinsOf(context: Context, root: SpecMap, builtinTools: () => readonly Tool[]): readonly Tool[] {
  const entries = entriesAt(root, "builtins").toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.flatMap(([name, { key, value }], index) => {
    const aliases = itemsAt(value, "aliases").filter((alias) => stringAt(alias, "name") !== undefined);
    const tool = aliases.length === 0 ? undefined : builtinTools().find((one) => one.name === name);
    if (tool === undefined) return [];
    const base = pointer("/builtins", index);
    context.origins.set(base, key);
    for (const alias of aliases) reportReserved(context, alias, tool.session, false);
    const sorted = aliases.toSorted((a, b) => ((stringAt(a, "name") ?? "") < (stringAt(b, "name") ?? "") ? -1 : 1));
    return [
      {
        ...tool,
        aliases: sorted.map((alias, place) => aliasOf(context, alias, tool, pointer(base, "aliases", place))),
      },
    ];
  });
}
