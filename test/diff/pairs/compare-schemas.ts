import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type Json, type JsonObject } from "../../../src/contract/json.ts";
import { childPath } from "../../../src/contract/json-pointer.ts";
import { assertionsOf } from "./annotations.ts";
import { instancesOf } from "./instances.ts";
import { remarksBetween, type TrueChange } from "./oracle.ts";
import { type Pool, poolOf } from "./pool.ts";
import { openDocument, type SchemaPlace } from "./schema-document.ts";

// Walks two schemas of a tool side by side as long as both are plain objects and plain lists, so that each difference has
// its own place; what is left is judged by values. "Sender" is the side whose values must be accepted by the other: the
// base for arguments, the head for results.

type Side = "arguments" | "result";

interface Compared {
  readonly tool: string;
  readonly side: Side;
  readonly place: string;
  readonly base: SchemaPlace;
  readonly head: SchemaPlace;
  readonly pool: Pool;
  /** A whole value of the sender around a value at this place. */
  readonly embed: (value: Json, sender: "base" | "head") => Json;
  readonly depth: number;
  /** Pairs of places that lead here: schemas that hold themselves are compared once. */
  readonly above: readonly string[];
}

export function compareSchemas(tool: string, side: Side, base: JsonObject, head: JsonObject): readonly TrueChange[] {
  const [was, is] = [openDocument(base), openDocument(head)];
  const root = { base: was.at(""), head: is.at(""), pool: poolOf([base, head]) };
  const found = comparePlaces({ tool, side, place: side, ...root, embed: (value) => value, depth: 0, above: [] });
  return found.map((change) => withConfirmedWitness(change, side, root.base, root.head));
}

/** What the walk claims is put before both validators as whole arguments or a whole result. */
function withConfirmedWitness(change: TrueChange, side: Side, base: SchemaPlace, head: SchemaPlace): TrueChange {
  if (change.witness === undefined) return change;
  const [sender, receiver] = side === "arguments" ? [base, head] : [head, base];
  const given = JSON.stringify(change.witness).slice(0, 300);
  const where = `${change.tool} ${change.place} ${change.kind}`;
  if (sender.errors(change.witness).length > 0) throw new Error(`${where}: the sender does not accept ${given}`);
  const isRefused = receiver.errors(change.witness).length > 0;
  // An open object takes what it no longer knows, and ignores it.
  if (!isRefused && change.kind !== "removed") throw new Error(`${where}: the receiver accepts ${given}`);
  return change;
}

function entered(place: Compared): Compared | undefined {
  const pair = `${place.base.pointer} ${place.head.pointer}`;
  return place.above.includes(pair) ? undefined : { ...place, above: [...place.above, pair] };
}

function comparePlaces(place: Compared): readonly TrueChange[] {
  const at = entered(place);
  if (at === undefined) return [];
  const { base, head } = at;
  if (sameDocuments(at) && isDeepStrictEqual(assertionsOf(base.schema), assertionsOf(head.schema))) {
    return compareRemarks(place);
  }
  if (isPlainObject(base.schema, at.depth) && isPlainObject(head.schema, at.depth)) return compareObjects(at);
  if (isPlainList(base.schema) && isPlainList(head.schema)) return compareLists(at);
  return [...compareByValues(at, []), ...remarksBetween(at.tool, at.place, base.schema, head.schema)];
}

/** Equal texts mean equal schemas only where their references lead to equal things. */
function sameDocuments({ base, head }: Compared): boolean {
  const references = [...JSON.stringify([base.schema, head.schema]).matchAll(/"\$ref":"(#[^"]*)"/g)];
  if (references.length === 0) return true;
  if (references.some(([, target = ""]) => !/^#\/(?:\$defs|definitions)\//.test(target))) return false;
  const definitions = ({ document: { root } }: SchemaPlace) => assertionsOf([root.$defs ?? {}, root.definitions ?? {}]);
  return isDeepStrictEqual(definitions(base), definitions(head));
}

/** Remarks at their own places, as long as the places can be named. */
function compareRemarks(place: Compared): readonly TrueChange[] {
  const at = entered(place);
  if (at === undefined) return [];
  if (isPlainObject(at.base.schema, at.depth) && isPlainObject(at.head.schema, at.depth))
    return compareObjects(at, "remarks");
  if (isPlainList(at.base.schema) && isPlainList(at.head.schema)) return compareLists(at, "remarks");
  return remarksBetween(at.tool, at.place, at.base.schema, at.head.schema);
}

const ownOfObjects = ["type", "properties", "required", "additionalProperties", "$defs", "definitions"];
const ownOfLists = ["type", "items", "minItems", "maxItems", "uniqueItems"];
const remarks = ["title", "description", "default", "examples", "format", "$schema", "$comment"];

function isPlainObject(schema: Json, depth: number): schema is JsonObject {
  if (!isJsonObject(schema) || Object.keys(schema).some((key) => ![...ownOfObjects, ...remarks].includes(key)))
    return false;
  // Arguments are always an object, whether the schema says so or not.
  return depth === 0
    ? schema.type === "object" || schema.type === undefined
    : schema.type === "object" && isJsonObject(schema.properties);
}

function isPlainList(schema: Json): schema is JsonObject & { readonly items: JsonObject } {
  if (!isJsonObject(schema) || schema.type !== "array" || !isJsonObject(schema.items)) return false;
  return Object.keys(schema).every((key) => [...ownOfLists, ...remarks].includes(key));
}

function compareLists(at: Compared, what: "all" | "remarks" = "all"): readonly TrueChange[] {
  const inner: Compared = {
    ...at,
    place: `${at.place}[]`,
    base: at.base.document.at(childPath(at.base.pointer, "items")),
    head: at.head.document.at(childPath(at.head.pointer, "items")),
    embed: (value, sender) => at.embed(listWith(value, at[sender]), sender),
    depth: at.depth + 1,
  };
  const limits = (schema: Json) =>
    isJsonObject(schema) ? ownOfLists.map((key) => (key === "items" ? null : (schema[key] ?? null))) : [];
  const isBoundAlike = isDeepStrictEqual(limits(at.base.schema), limits(at.head.schema));
  const own = what === "remarks" || isBoundAlike ? [] : compareByValues(at, [inner.place]);
  return [...own, ...(what === "remarks" ? compareRemarks(inner) : comparePlaces(inner)), ...ownRemarks(at, ["items"])];
}

function listWith(value: Json, { schema }: SchemaPlace): Json {
  const fewest = isJsonObject(schema) && typeof schema.minItems === "number" ? schema.minItems : 1;
  return Array.from({ length: Math.max(1, fewest) }, () => value);
}

function compareObjects(at: Compared, what: "all" | "remarks" = "all"): readonly TrueChange[] {
  const [was, is] = [propertiesOf(at.base.schema), propertiesOf(at.head.schema)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const inner = names.flatMap((name) => {
    const place = `${at.place}.${name}`;
    if (!Object.hasOwn(was, name)) return fieldAdded(at, name, place);
    if (!Object.hasOwn(is, name)) return fieldRemoved(at, name, place);
    const kept = { ...at, place, ...placesBelow(at, name), embed: embedBelow(at, name), depth: at.depth + 1 };
    return [...(what === "remarks" ? compareRemarks(kept) : comparePlaces(kept)), ...presence(at, name, place)];
  });
  return [...inner, ...(what === "remarks" ? [] : compareOpenness(at)), ...ownRemarks(at, ["properties"])];
}

function placesBelow(at: Compared, name: string): { readonly base: SchemaPlace; readonly head: SchemaPlace } {
  const below = ({ document, pointer }: SchemaPlace) => document.at(childPath(childPath(pointer, "properties"), name));
  return { base: below(at.base), head: below(at.head) };
}

function embedBelow(at: Compared, name: string): Compared["embed"] {
  return (value, sender) => at.embed({ ...leastObject(at[sender], at.pool), [name]: value }, sender);
}

function leastObject(place: SchemaPlace, pool: Pool): JsonObject {
  const least = instancesOf(place, pool).find(isJsonObject);
  if (least === undefined) throw new Error(`no object found for ${place.pointer}`);
  return least;
}

function propertiesOf(schema: Json): JsonObject {
  return isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties : {};
}

function requires({ schema }: SchemaPlace, name: string): boolean {
  return isJsonObject(schema) && Array.isArray(schema.required) && schema.required.includes(name);
}

function isOpen({ schema }: SchemaPlace): boolean {
  return isJsonObject(schema) && schema.additionalProperties !== false;
}

function senderOf({ side }: Compared): "base" | "head" {
  return side === "arguments" ? "base" : "head";
}

function fieldAdded(at: Compared, name: string, place: string): readonly TrueChange[] {
  const { tool, side } = at;
  if (side === "arguments") {
    if (!requires(at.head, name)) return [{ tool, place, kind: "added", breaks: "" }];
    const witness = at.embed(without(leastObject(at.base, at.pool), name), "base");
    return [{ tool, place, kind: "added-required", breaks: "calls", witness }];
  }
  if (isOpen(at.base)) return [{ tool, place, kind: "added", breaks: "" }];
  const witness = at.embed({ ...leastObject(at.head, at.pool), ...withField(at.head, name, at.pool) }, "head");
  return [{ tool, place, kind: "added-to-closed", breaks: "results", witness }];
}

function fieldRemoved(at: Compared, name: string, place: string): readonly TrueChange[] {
  const { tool, side } = at;
  if (side === "arguments") {
    const witness = at.embed({ ...leastObject(at.base, at.pool), ...withField(at.base, name, at.pool) }, "base");
    return [{ tool, place, kind: "removed", breaks: "calls", witness }];
  }
  if (!requires(at.base, name)) return [{ tool, place, kind: "optional-removed", breaks: "" }];
  const witness = at.embed(without(leastObject(at.head, at.pool), name), "head");
  return [{ tool, place, kind: "required-removed", breaks: "results", witness }];
}

function withField({ document, pointer }: SchemaPlace, name: string, pool: Pool): JsonObject {
  const [first = "a"] = instancesOf(document.at(childPath(childPath(pointer, "properties"), name)), pool);
  return { [name]: first };
}

function without(value: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

function presence(at: Compared, name: string, place: string): readonly TrueChange[] {
  const [was, is] = [requires(at.base, name), requires(at.head, name)];
  if (was === is) return [];
  const kind = is ? "became-required" : "became-optional";
  const isBreak = at.side === "arguments" ? is : was;
  if (!isBreak) return [{ tool: at.tool, place, kind, breaks: "" }];
  const sender = senderOf(at);
  const witness = at.embed(without(leastObject(at[sender], at.pool), name), sender);
  return [{ tool: at.tool, place, kind, breaks: at.side === "arguments" ? "calls" : "results", witness }];
}

/** What is done to names that neither side declares. */
function compareOpenness(at: Compared): readonly TrueChange[] {
  const rule = ({ schema }: SchemaPlace) =>
    isJsonObject(schema) ? assertionsOf(schema.additionalProperties ?? true) : true;
  if (isDeepStrictEqual(rule(at.base), rule(at.head))) return [];
  const [sender, receiver] = at.side === "arguments" ? [at.base, at.head] : [at.head, at.base];
  const extra = instancesOf(sender, at.pool).find(
    (value) => isJsonObject(value) && value.zzExtra !== undefined && complains(receiver, value, "zzExtra"),
  );
  if (extra === undefined)
    return [{ tool: at.tool, place: at.place, kind: at.side === "arguments" ? "opened" : "closed", breaks: "" }];
  const witness = at.embed(extra, senderOf(at));
  return at.side === "arguments"
    ? [{ tool: at.tool, place: at.place, kind: "closed", breaks: "calls", witness }]
    : [{ tool: at.tool, place: at.place, kind: "opened", breaks: "results", witness }];
}

function complains(place: SchemaPlace, value: Json, name: string): boolean {
  return place
    .errors(value)
    .some(
      ({ instancePath, params }) => instancePath.startsWith(childPath("", name)) || params.additionalProperty === name,
    );
}

function ownRemarks(at: Compared, below: readonly string[]): readonly TrueChange[] {
  // The root's title and description are left out; the tool's own are compared as its texts.
  const own = (schema: Json) =>
    isJsonObject(schema)
      ? Object.fromEntries(
          Object.entries(schema).filter(([key]) => !below.includes(key) && !["$defs", "definitions"].includes(key)),
        )
      : schema;
  return remarksBetween(at.tool, at.place, own(at.base.schema), own(at.head.schema));
}

/** @param judgedBelow places whose own differences are found elsewhere */
function compareByValues(at: Compared, judgedBelow: readonly string[]): readonly TrueChange[] {
  const isOwn = judgedBelow.length > 0;
  const refused = (from: SchemaPlace, by: SchemaPlace) => refusals(instancesOf(from, at.pool), by, isOwn);
  const narrower = refused(at.base, at.head);
  const wider = refused(at.head, at.base);
  const { tool, place } = at;
  const kind =
    narrower.length > 0 ? (wider.length > 0 ? "replaced" : "narrowed") : wider.length > 0 ? "widened" : "respelled";
  const breaking = at.side === "arguments" ? narrower : wider;
  const [first] = breaking;
  if (first === undefined) return [{ tool, place, kind, breaks: "" }];
  const keywords = [...new Set(breaking.flatMap((one) => one.keywords))].sort();
  const witness = at.embed(first.value, senderOf(at));
  const isUnsafe = ({ value }: CliError) => Number.isInteger(value) && !Number.isSafeInteger(value);
  const unsafe = breaking.every(isUnsafe) ? { unsafeOnly: true as const } : {};
  return [{ tool, place, kind, breaks: at.side === "arguments" ? "calls" : "results", keywords, ...unsafe, witness }];
}

interface CliError {
  readonly value: Json;
  readonly keywords: readonly string[];
}

function refusals(values: readonly Json[], by: SchemaPlace, ownOnly: boolean): readonly CliError[] {
  return values.flatMap((value): CliError[] => {
    const errors = by.errors(value).filter(({ instancePath }) => !ownOnly || instancePath === "");
    // What the options of a union complain of are consequences of none of them being met.
    const causes = errors.filter(({ schemaPath }) => !/\/(?:anyOf|oneOf|if|then|else)\/./.test(schemaPath));
    return errors.length === 0 ? [] : [{ value, keywords: causes.map(({ keyword }) => keyword) }];
  });
}
