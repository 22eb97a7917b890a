// A value that is too large, shortened so that it still is what its schema says: lists lose their ends, long texts too,
// the longest first. Nothing is drawn or looked up, so the same value is cut alike everywhere.
import { isJsonObject, type Json, type JsonObject } from "./json.ts";
import { childPath } from "./json-pointer.ts";
import type { JsonSchema } from "./json-schema.ts";
import { setOwn } from "./own-property.ts";
import { schemaFor } from "./schema-for.ts";
import { clip, codePointLength } from "./utf8.ts";
import { type Cost, createScales, waterLevel } from "./weigh-json.ts";

/** One place that was shortened. */
export interface Cut {
  /** JSON Pointer. */
  readonly path: string;
  readonly unit: "items" | "entries" | "characters";
  readonly shown: number;
  readonly total: number;
}

export interface CutOptions {
  /** What the value was held against. */
  readonly schema: JsonSchema;
  /** The most that it may cost. */
  readonly budget: number;
  readonly cost: Cost;
}

export interface CutResult {
  /** Costs more than the budget where its schema let it be shortened no further. */
  readonly value: JsonObject;
  readonly cost: number;
  /** Empty when nothing had to be, or could be, shortened. */
  readonly cuts: readonly Cut[];
}

/** Whether a shortened value still fits its schema is for the schema's validator to say. */
export function cutValue(value: JsonObject, { schema, budget, cost }: CutOptions): CutResult {
  const scales = createScales(cost);
  const cutter: Cutter = { root: schema, weigh: scales, comma: cost(",") };
  const { value: cut, cuts } = cutObject(value, { schema, budget, path: "" }, cutter);
  const shortened = withCount(cut, value);
  return { value: shortened, cost: scales(shortened), cuts };
}

/** `count` beside `items` says how many stand there (`wrap`): where it did, it does so still. */
function withCount(cut: JsonObject, { items, count }: JsonObject): JsonObject {
  const { items: left } = cut;
  if (!Array.isArray(items) || !Array.isArray(left) || count !== items.length) return cut;
  return { ...cut, count: left.length };
}

/** Texts of this length, in characters, are left whole: ids, names, addresses. */
const shortText = 200;

/** A large item takes one part in so many of what its list may cost, so that it does not crowd out all others. */
const sharesOfList = 4;

/** An object with more keys than this that its schema does not name is a table, of which entries can be left out. */
const maxFields = 32;

interface Cutter {
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

function cutAny(value: Json, place: Place, cutter: Cutter): Shortened<Json> {
  if (cutter.weigh(value) <= place.budget) return { value, cuts: [] };
  const schema = schemaFor(value, place.schema, cutter.root);
  if (typeof value === "string") return cutText(value, { ...place, schema }, cutter);
  if (Array.isArray(value)) return cutList(value, { ...place, schema }, cutter);
  return isJsonObject(value) ? cutObject(value, { ...place, schema }, cutter) : { value, cuts: [] };
}

function cutText(value: string, { schema = {}, budget, path }: Place, { weigh }: Cutter): Shortened<Json> {
  const whole = { value, cuts: [] };
  const isFree = schema.enum === undefined && schema.const === undefined && schema.format === undefined;
  // A text that must not be blank may be any other.
  if (!isFree || (schema.pattern !== undefined && schema.pattern !== "\\S")) return whole;
  const least = Math.max(shortText, schema.minLength ?? 0);
  if (value.length <= least) return whole;
  // A character costs one at least.
  let most = Math.min(value.length - 1, Math.max(least, Math.floor(budget)));
  let length = least;
  while (length < most) {
    const middle = Math.ceil((length + most) / 2);
    if (weigh(clip(value, middle)) <= budget) length = middle;
    else most = middle - 1;
  }
  const shown = clip(value, length);
  if (codePointLength(shown) < (schema.minLength ?? 0)) return whole;
  return { value: shown, cuts: [{ path, unit: "characters", shown: shown.length - 1, total: value.length }] };
}

function cutList(value: readonly Json[], { schema, budget, path }: Place, cutter: Cutter): Shortened<Json> {
  const least = schema?.minItems ?? 0;
  const parts = value.map((item, at) => ({ key: String(at), item, schema: schema?.items, overhead: cutter.comma }));
  const kept = keepFirst(parts, { least, budget: budget - cutter.weigh([]), path }, cutter);
  const items = kept.map((part) => part.value);
  const cuts = kept.flatMap((part) => part.cuts);
  if (items.length === value.length) return { value: items, cuts };
  return { value: items, cuts: [{ path, unit: "items", shown: items.length, total: value.length }, ...cuts] };
}

interface Part {
  readonly key: string;
  readonly item: Json;
  readonly schema: JsonSchema | undefined;
  /** What it costs beside itself. */
  readonly overhead: number;
}

interface Keeping {
  /** So many must stay. */
  readonly least: number;
  readonly budget: number;
  readonly path: string;
}

/** The first parts, as many as can be paid; a large one among them is shortened first. */
function keepFirst(
  parts: readonly Part[],
  { least, budget, path }: Keeping,
  cutter: Cutter,
): readonly (Part & Shortened<Json>)[] {
  const shorten = (part: Part, most: number) => ({
    ...part,
    ...cutAny(
      part.item,
      { schema: part.schema, budget: most - part.overhead, path: childPath(path, part.key) },
      cutter,
    ),
  });
  // Where there are few, there may be room for more than that share.
  const weights = parts.map((part) => weightOf(part, cutter));
  const share = Math.max(budget / sharesOfList, waterLevel(weights, budget));
  const kept: (Part & Shortened<Json>)[] = [];
  let spent = 0;
  for (const part of parts) {
    const shortened = shorten(part, share);
    const price = cutter.weigh(shortened.value) + part.overhead;
    if (spent + price > budget && kept.length >= least) break;
    spent += price;
    kept.push(shortened);
  }
  return kept;
}

function cutObject(value: JsonObject, { schema, budget, path }: Place, cutter: Cutter): Shortened<JsonObject> {
  const names = Object.keys(value);
  const isFree = (name: string) => !Object.hasOwn(schema?.properties ?? {}, name);
  const isTable = names.filter(isFree).length > maxFields;
  const parts = names.map((key): Part & { readonly isEntry: boolean } => ({
    key,
    item: value[key] ?? null,
    schema: memberSchema(schema, key),
    overhead: cutter.weigh({ [key]: null }) - cutter.weigh({}) - cutter.weigh(null) + cutter.comma,
    isEntry: isTable && isFree(key),
  }));
  const fields = parts.filter(({ isEntry }) => !isEntry);
  const entries = parts.filter(({ isEntry }) => isEntry);
  const overhead = fields.reduce((sum, part) => sum + part.overhead, cutter.weigh({}));
  const table: Table = { entries, path, weight: entries.reduce((sum, part) => sum + weightOf(part, cutter), 0) };
  const shares = shareOut(fields, table, { budget: budget - overhead, path }, cutter);
  return put(names, shares, { total: entries.length, path });
}

function weightOf({ item, overhead }: Part, { weigh }: Cutter): number {
  return weigh(item) + overhead;
}

function memberSchema(schema: JsonSchema | undefined, key: string): JsonSchema | undefined {
  const { properties = {}, additionalProperties } = schema ?? {};
  if (Object.hasOwn(properties, key)) return properties[key];
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}

/** The entries of an object that has keys of any name. */
interface Table {
  readonly entries: readonly Part[];
  readonly path: string;
  readonly weight: number;
}

interface Shares {
  readonly fields: readonly (Part & Shortened<Json>)[];
  readonly entries: readonly (Part & Shortened<Json>)[];
}

/**
 * Every member gets what it costs, or the same as every other that costs more: the largest lose most. What can't be
 * shortened so far takes from the others. The entries of a table together count as one member.
 */
function shareOut(
  fields: readonly Part[],
  table: Table,
  { budget, path }: { readonly budget: number; readonly path: string },
  cutter: Cutter,
): Shares {
  const stubborn = new Map<string, number>();
  for (;;) {
    const free = fields.filter(({ key }) => !stubborn.has(key));
    const left = budget - [...stubborn.values()].reduce((sum, price) => sum + price, 0);
    const level = waterLevel([...free.map(({ item }) => cutter.weigh(item)), table.weight], left);
    const shortened = fields.map((part) => {
      const most = stubborn.has(part.key) ? 0 : level;
      return {
        ...part,
        ...cutAny(part.item, { schema: part.schema, budget: most, path: childPath(path, part.key) }, cutter),
      };
    });
    const over = shortened.filter(({ key, value }) => !stubborn.has(key) && cutter.weigh(value) > level);
    if (over.length === 0) {
      return { fields: shortened, entries: keepFirst(table.entries, { least: 0, budget: level, path }, cutter) };
    }
    for (const { key, value } of over) stubborn.set(key, cutter.weigh(value));
  }
}

function put(
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
