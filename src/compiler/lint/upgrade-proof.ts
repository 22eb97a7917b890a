import { actionsTaking } from "../../contract/actions.ts";
import { sameJson } from "../../contract/alias.ts";
import { isWithin, mayHaveToConfirm } from "../../contract/confirm-condition.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import type { Catalog, Field, Tool, Upgrade } from "../catalog/catalog.ts";
import type { EnumNode, TypeNode } from "../catalog/type-node.ts";
import { inputSchema } from "../schema/json-schema.ts";
import { smallestObjectWith } from "../schema/sample.ts";
import { type Subtype, subtype } from "../schema/subtype.ts";
import { bytesBeyond, mappedSchema } from "./mapped-calls.ts";

// Does the current version of a tool accept every mapped call of an older one? The calls are those that the older
// version's own contract accepts: normalized, with its defaults filled in, without unknown params.

export type CallsProof =
  | { readonly verdict: "yes" }
  /** Arguments of the older version that the current one refuses once they are mapped. */
  | { readonly verdict: "no"; readonly witness: Json }
  | { readonly verdict: "unknown"; readonly reason: string };

/** @param old an older version whose `upgrade` names params that are there */
export function proveCalls(old: Tool, upgrade: Upgrade, current: Tool, catalog: Catalog): CallsProof {
  const needs = requiredBesidesArguments(old, upgrade, current);
  if (needs !== undefined) return { verdict: "unknown", reason: needs };
  const pairs = actionsOf(old).flatMap((action) => actionPairsOf({ old, upgrade, current, catalog }, action));
  const answers = pairs.map((pair) => proveActionPair(pair));
  return (
    answers.find(({ verdict }) => verdict === "no") ??
    answers.find(({ verdict }) => verdict === "unknown") ?? { verdict: "yes" }
  );
}

interface Versions {
  readonly old: Tool;
  readonly upgrade: Upgrade;
  readonly current: Tool;
  readonly catalog: Catalog;
}

/** One action of the older version that becomes one action of the current one; `undefined` where there are none. */
interface ActionPair extends Versions {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

function actionsOf(tool: Tool): readonly (string | undefined)[] {
  return tool.actions === undefined ? [undefined] : tool.actions.cases.map(({ action }) => action);
}

function actionPairsOf(versions: Versions, from: string | undefined): readonly ActionPair[] {
  return targetActions(versions, from).map((to) => ({ ...versions, from, to }));
}

/** The actions of the current version that calls of one action of the older one become; `undefined`: none at all. */
function targetActions({ old, upgrade, current }: Versions, from: string | undefined): readonly (string | undefined)[] {
  const { actions } = current;
  if (actions === undefined) return [undefined];
  const all = actions.cases.map(({ action }) => action);
  if (Object.hasOwn(upgrade.set, actions.by)) return [ownText(upgrade.set, actions.by)];
  const target = current.params.find((param) => param.name === actions.by);
  const source = fieldsOf(old, from).find((param) => currentName(param.name, upgrade) === actions.by);
  const sent =
    source === undefined || upgrade.drop.includes(source.name) ? [] : wordsOf(source.type, target?.type, all);
  if (source !== undefined && isAlwaysThere(source)) return sent;
  const fallback = ownText(upgrade.defaults, actions.by) ?? target?.default;
  return [...sent, typeof fallback === "string" ? fallback : undefined];
}

/** The values of an enum, in the spelling of the current version; any other type may have every action. */
function wordsOf(type: TypeNode, target: TypeNode | undefined, all: readonly string[]): readonly string[] {
  if (type.kind !== "enum") return all;
  return type.values.map(({ value }) => (target?.kind === "enum" ? currentSpelling(value, target) : value));
}

function ownText(values: JsonObject, name: string): string | undefined {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return typeof value === "string" ? value : undefined;
}

function proveActionPair(pair: ActionPair): CallsProof {
  const { old, upgrade, current, catalog, from, to } = pair;
  const sent = fieldsOf(old, from).filter(({ name }) => !upgrade.drop.includes(name));
  const taken = fieldsOf(current, to);
  const given = [
    ...sent.map(({ name }) => currentName(name, upgrade)),
    ...Object.keys(upgrade.set),
    ...Object.keys(upgrade.defaults),
  ];
  const stray = given.find((name) => !taken.some((param) => param.name === name));
  if (stray !== undefined) {
    return { verdict: "unknown", reason: `'${current.actions?.by}' '${to}' does not take '${stray}'` };
  }
  for (const field of sent) {
    const param = taken.find(({ name }) => name === currentName(field.name, upgrade));
    const limit = param === undefined ? undefined : bytesBeyond(field.type, param.type, catalog);
    if (limit !== undefined) {
      return { verdict: "unknown", reason: `'${field.name}' may take more than ${limit} bytes in UTF-8` };
    }
  }
  const mapped = mappedUpgrade(pair, sent, taken);
  const answer: Subtype = subtype(mapped, inputSchema({ ...current, params: taken }, catalog, false));
  if (answer.verdict !== "no") return answer;
  return { verdict: "no", witness: asSent(answer.witness, pair, { sent, taken }) };
}

/** The schema of the mapped arguments that the current version receives. */
function mappedUpgrade(pair: ActionPair, sent: readonly Field[], taken: readonly Field[]): JsonSchema {
  const { old, upgrade, current, catalog, to } = pair;
  const respelled = sent.map((field) => withCurrentSpelling(field, taken, upgrade));
  const own = inputSchema({ ...old, params: respelled }, catalog, false);
  const properties = new Map(
    respelled.map(({ name }) => [currentName(name, upgrade), own.properties?.[name] ?? {}] as const),
  );
  const required = new Set(respelled.filter(isAlwaysThere).map(({ name }) => currentName(name, upgrade)));
  const schema = mappedSchema({ properties, required, old: own }, upgrade);
  const by = current.actions?.by;
  // Where it is left out, its default applies.
  if (to === undefined || by === undefined || !Object.hasOwn(schema.properties ?? {}, by)) return schema;
  return { ...schema, properties: { ...schema.properties, [by]: { const: to } } };
}

/** The params that a call of one action may have, with those that it needs marked as required. */
function fieldsOf(tool: Tool, action: string | undefined): readonly Field[] {
  const { actions } = tool;
  const chosen = actions?.cases.find((one) => one.action === action);
  if (actions === undefined || chosen === undefined) return tool.params;
  return tool.params.flatMap((param): readonly Field[] => {
    if (param.name === actions.by) return [{ ...param, type: only(param.type, chosen.action) }];
    if (chosen.requires.includes(param.name)) return [{ ...param, required: true }];
    const takers = actionsTaking(actions, param.name);
    return takers.length === 0 || takers.includes(chosen.action) ? [param] : [];
  });
}

function only(type: TypeNode, value: string): TypeNode {
  return type.kind === "enum" ? { ...type, values: [{ value }] } : type;
}

/** A default is filled in before the mapping. */
function isAlwaysThere(field: Field): boolean {
  return field.required || field.default !== undefined;
}

function currentName(old: string, { rename }: Upgrade): string {
  return Object.hasOwn(rename, old) ? (rename[old] ?? old) : old;
}

/** Values of an enum in the spelling and letter case of the current version, as before a check. */
function withCurrentSpelling(field: Field, taken: readonly Field[], upgrade: Upgrade): Field {
  const target = taken.find(({ name }) => name === currentName(field.name, upgrade))?.type;
  if (field.type.kind !== "enum" || target?.kind !== "enum") return field;
  const values = field.type.values.map(({ value }) => ({ value: currentSpelling(value, target) }));
  return { ...field, type: { ...field.type, values } };
}

function currentSpelling(value: string, target: EnumNode): string {
  const cased =
    target.normalize === undefined ? value : target.normalize === "lower" ? value.toLowerCase() : value.toUpperCase();
  return target.values.find((one) => one.aliases?.includes(cased) === true)?.value ?? cased;
}

/** The value of the older version's enum for a current spelling. */
function oldSpelling(value: Json, type: TypeNode, target: TypeNode | undefined): Json {
  if (type.kind !== "enum" || target?.kind !== "enum") return value;
  return type.values.find((one) => currentSpelling(one.value, target) === value)?.value ?? value;
}

/** The call as its caller sends it: old names, without values that the mapping adds. */
function asSent(
  witness: Json,
  { old, upgrade, catalog, from }: ActionPair,
  fields: { readonly sent: readonly Field[]; readonly taken: readonly Field[] },
): Json {
  if (!isJsonObject(witness)) return witness;
  const { defaults } = upgrade;
  const entries = fields.sent.flatMap((field): (readonly [string, Json])[] => {
    const name = currentName(field.name, upgrade);
    if (!Object.hasOwn(witness, name)) return [];
    const value = witness[name] as Json;
    const isAdded = Object.hasOwn(defaults, name) && sameJson(defaults[name], value);
    const target = fields.taken.find((param) => param.name === name)?.type;
    return isAdded && !isAlwaysThere(field) ? [] : [[field.name, oldSpelling(value, field.type, target)]];
  });
  const given = Object.fromEntries(entries);
  // A dropped param may still be required.
  return smallestObjectWith(inputSchema({ ...old, params: fieldsOf(old, from) }, catalog, false), given) ?? given;
}

/** What the current version requires of a call besides its arguments. */
function requiredBesidesArguments(old: Tool, upgrade: Upgrade, current: Tool): string | undefined {
  if (current.session === "required" && old.session !== "required") {
    return `version ${current.version} needs an open session, and version ${old.version} does not`;
  }
  const { confirm } = current;
  if (confirm === undefined || !mayHaveToConfirm(confirm, upgrade.set)) return undefined;
  if (old.confirm === undefined || upgrade.drop.includes("confirm") || Object.hasOwn(upgrade.rename, "confirm")) {
    return `version ${current.version} asks for a confirmation, and no param of version ${old.version} becomes it`;
  }
  return isWithin(confirm, old.confirm, (name) => currentName(name, upgrade))
    ? undefined
    : `version ${current.version} asks for a confirmation where version ${old.version} does not`;
}
