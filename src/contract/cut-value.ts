// Shortens a value that is too large so that it still fits its schema: lists and long texts lose their ends, the longest first.
// The result depends on the value and the options only, so the same value is always cut alike.
import { isJsonObject, type Json, type JsonObject } from "./json.ts";
import { childPath } from "./json-pointer.ts";
import type { JsonSchema } from "./json-schema.ts";
import { setOwn } from "./own-property.ts";
import { schemaFor } from "./schema-for.ts";
import { clip, codePointLength } from "./utf8.ts";
import { type Cost, capFor, createWeigher } from "./weigh-json.ts";

/** One place that was shortened. */
export interface Cut {
  /** JSON Pointer. */
  readonly path: string;
  readonly unit: "items" | "entries" | "characters";
  readonly shown: number;
  readonly total: number;
}

export interface TruncateOptions {
  /** The schema of the value. */
  readonly schema: JsonSchema;
  /** Upper limit of its cost. */
  readonly budget: number;
  readonly cost: Cost;
}

export interface TruncatedValue {
  /** Costs more than the budget where its schema allows no further shortening. */
  readonly value: JsonObject;
  readonly cost: number;
  /** Empty when nothing had to be shortened, or could be. */
  readonly cuts: readonly Cut[];
}

/** The caller has to validate the shortened value. */
export function truncateValue(value: JsonObject, { schema, budget, cost }: TruncateOptions): TruncatedValue {
  const weigh = createWeigher(cost);
  const context: Context = { root: schema, weigh, comma: cost(",") };
  const { value: cut, cuts } = truncateObject(value, { schema, budget, path: "" }, context);
  const shortened = withCount(cut, value);
  return { value: shortened, cost: weigh(shortened), cuts };
}

/** Where `count` was the number of `items` (see `wrap`), it is updated. */
function withCount(cut: JsonObject, { items, count }: JsonObject): JsonObject {
  const { items: left } = cut;
  if (!Array.isArray(items) || !Array.isArray(left) || count !== items.length) return cut;
  return { ...cut, count: left.length };
}

/** Texts up to this length, in characters, stay whole: ids, names, addresses. */
const shortText = 200;

/** A large item gets this fraction (1/n) of its list's budget, so that the others fit too. */
const sharesOfList = 4;

/** An object with more unnamed keys than this is a table, whose entries can be left out. */
const maxFields = 32;

interface Context {
  readonly root: JsonSchema;
  readonly weigh: (value: Json) => number;
  readonly comma: number;
}

interface Place {
  /** undefined: any JSON. */
  readonly schema: JsonSchema | undefined;
  readonly budget: number;
  readonly path: string;
}

interface Shortened<Value extends Json> {
  readonly value: Value;
  readonly cuts: readonly Cut[];
}

function truncateAny(value: Json, place: Place, context: Context): Shortened<Json> {
  if (context.weigh(value) <= place.budget) return { value, cuts: [] };
  const schema = schemaFor(value, place.schema, context.root);
  if (typeof value === "string") return truncateText(value, { ...place, schema }, context);
  if (Array.isArray(value)) return truncateList(value, { ...place, schema }, context);
  return isJsonObject(value) ? truncateObject(value, { ...place, schema }, context) : { value, cuts: [] };
}

function truncateText(value: string, { schema = {}, budget, path }: Place, { weigh }: Context): Shortened<Json> {
  const whole = { value, cuts: [] };
  const isFree = schema.enum === undefined && schema.const === undefined && schema.format === undefined;
  // The pattern of texts that must not be blank allows any other text.
  if (!isFree || (schema.pattern !== undefined && schema.pattern !== "\\S")) return whole;
  const min = Math.max(shortText, schema.minLength ?? 0);
  if (value.length <= min) return whole;
  // Every character costs at least one.
  let max = Math.min(value.length - 1, Math.max(min, Math.floor(budget)));
  let length = min;
  while (length < max) {
    const middle = Math.ceil((length + max) / 2);
    if (weigh(clip(value, middle)) <= budget) length = middle;
    else max = middle - 1;
  }
  const shown = clip(value, length);
  if (codePointLength(shown) < (schema.minLength ?? 0)) return whole;
  return { value: shown, cuts: [{ path, unit: "characters", shown: shown.length - 1, total: value.length }] };
}

function truncateList(value: readonly Json[], { schema, budget, path }: Place, context: Context): Shortened<Json> {
  const min = schema?.minItems ?? 0;
  const parts = value.map((item, at) => ({ key: String(at), item, schema: schema?.items, overhead: context.comma }));
  const kept = keepFirst(parts, { min, budget: budget - context.weigh([]), path }, context);
  const items = kept.map((part) => part.value);
  const cuts = kept.flatMap((part) => part.cuts);
  if (items.length === value.length) return { value: items, cuts };
  return { value: items, cuts: [{ path, unit: "items", shown: items.length, total: value.length }, ...cuts] };
}

interface Part {
  readonly key: string;
  readonly item: Json;
  readonly schema: JsonSchema | undefined;
  /** Cost of its key and comma. */
  readonly overhead: number;
}

type ShortenedPart = Part & Shortened<Json>;

/** @param path of the value that contains the part */
function shorten(part: Part, budget: number, path: string, context: Context): ShortenedPart {
  const place = { schema: part.schema, budget, path: childPath(path, part.key) };
  return { ...part, ...truncateAny(part.item, place, context) };
}

interface Keeping {
  /** Number of parts that must stay. */
  readonly min: number;
  readonly budget: number;
  readonly path: string;
}

/** The first parts that fit the budget; a large one is shortened first. */
function keepFirst(parts: readonly Part[], keeping: Keeping, context: Context): readonly ShortenedPart[] {
  const { min, budget, path } = keeping;
  // With few items more than that fraction may fit.
  const weights = parts.map((part) => weightOf(part, context));
  const share = Math.max(budget / sharesOfList, capFor(weights, budget));
  const kept: ShortenedPart[] = [];
  let spent = 0;
  for (const part of parts) {
    const shortened = shorten(part, share - part.overhead, path, context);
    const price = context.weigh(shortened.value) + part.overhead;
    if (spent + price > budget && kept.length >= min) break;
    spent += price;
    kept.push(shortened);
  }
  return kept;
}

function truncateObject(value: JsonObject, { schema, budget, path }: Place, context: Context): Shortened<JsonObject> {
  const names = Object.keys(value);
  const isFree = (name: string) => !Object.hasOwn(schema?.properties ?? {}, name);
  const isTable = names.filter(isFree).length > maxFields;
  const parts = names.map((key): Part & { readonly isEntry: boolean } => ({
    key,
    item: value[key] ?? null,
    schema: memberSchema(schema, key),
    overhead: context.weigh({ [key]: null }) - context.weigh({}) - context.weigh(null) + context.comma,
    isEntry: isTable && isFree(key),
  }));
  const fields = parts.filter(({ isEntry }) => !isEntry);
  const entries = parts.filter(({ isEntry }) => isEntry);
  const overhead = fields.reduce((sum, part) => sum + part.overhead, context.weigh({}));
  const table: Table = { entries, path, weight: entries.reduce((sum, part) => sum + weightOf(part, context), 0) };
  const shares = shareOut(fields, table, { budget: budget - overhead, path }, context);
  return assemble(names, shares, { total: entries.length, path });
}

function weightOf({ item, overhead }: Part, { weigh }: Context): number {
  return weigh(item) + overhead;
}

function memberSchema(schema: JsonSchema | undefined, key: string): JsonSchema | undefined {
  const { properties = {}, additionalProperties } = schema ?? {};
  if (Object.hasOwn(properties, key)) return properties[key];
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}

/** The entries of an object with arbitrary keys. */
interface Table {
  readonly entries: readonly Part[];
  readonly path: string;
  readonly weight: number;
}

interface Shares {
  readonly fields: readonly ShortenedPart[];
  readonly entries: readonly ShortenedPart[];
}

/**
 * Every member gets its cost, up to a cap that is the same for all: the largest lose most. A member that can't be shortened to the
 * cap reduces the cap of the others. The entries of a table together count as one member.
 */
function shareOut(
  fields: readonly Part[],
  table: Table,
  { budget, path }: { readonly budget: number; readonly path: string },
  context: Context,
): Shares {
  const fixed = new Map<string, number>();
  for (;;) {
    const free = fields.filter(({ key }) => !fixed.has(key));
    const left = budget - [...fixed.values()].reduce((sum, price) => sum + price, 0);
    const cap = capFor([...free.map(({ item }) => context.weigh(item)), table.weight], left);
    const shortened = fields.map((part) => shorten(part, fixed.has(part.key) ? 0 : cap, path, context));
    const over = shortened.filter(({ key, value }) => !fixed.has(key) && context.weigh(value) > cap);
    if (over.length === 0) {
      return { fields: shortened, entries: keepFirst(table.entries, { min: 0, budget: cap, path }, context) };
    }
    for (const { key, value } of over) fixed.set(key, context.weigh(value));
  }
}

function assemble(
  names: readonly string[],
  { fields, entries }: Shares,
  table: { readonly total: number; readonly path: string },
): Shortened<JsonObject> {
  const parts = new Map([...fields, ...entries].map((part) => [part.key, part]));
  const value: { [key: string]: Json } = {};
  const cuts: Cut[] = [];
  if (entries.length < table.total) {
    cuts.push({ path: table.path, unit: "entries", shown: entries.length, total: table.total });
  }
  for (const name of names) {
    const part = parts.get(name);
    if (part === undefined) continue;
    setOwn(value, name, part.value);
    cuts.push(...part.cuts);
  }
  return { value, cuts };
}
