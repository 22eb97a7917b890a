import { sameJson } from "../../../contract/alias.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";
import type { Keywords, RawSchema } from "../../json-schema/document.ts";
import {
  dependenciesOf,
  highOf,
  kindOf,
  listOf,
  lowOf,
  membersOf,
  numberOf,
  requiredOf,
} from "../../json-schema/read-keywords.ts";
import { meetsPattern } from "../pattern/meets-pattern.ts";
import { type CheckedDocument, targetsOf } from "./checked-document.ts";
import { isMultiple } from "./decimal.ts";
import { containsOf, divisorOf, patternsOf, tupleOf, typesOf } from "./read-keywords.ts";
import { Undecidable } from "./undecidable.ts";

/**
 * Is the value an instance? Every keyword of 2020-12, and those of older drafts, as `vocabulary.ts` lists them.
 * @throws Undecidable where only the schema's author knows, or when it takes too long
 */
export function evaluate(raw: RawSchema, value: Json, document: CheckedDocument, maxSteps = 200_000): boolean {
  return judge(raw, value, { document, steps: { left: maxSteps }, known: new Map(), seen: undefined });
}

interface Evaluation {
  readonly document: CheckedDocument;
  readonly steps: { left: number };
  /** Verdicts of referred schemas by value: a reference may be met again and again. */
  readonly known: Map<RawSchema, Map<Json, Known>>;
  /** What `unevaluated…` may no longer judge; only kept where a schema asks for it. */
  readonly seen: Seen | undefined;
}

interface Known {
  readonly passes: boolean;
  readonly seen: Seen | undefined;
}

interface Seen {
  readonly names: Set<string>;
  readonly items: Set<number>;
}

function judge(raw: RawSchema, value: Json, on: Evaluation): boolean {
  if (typeof raw === "boolean") return raw;
  if (!isJsonObject(raw)) throw new Undecidable("a schema is neither an object nor a boolean");
  if (on.steps.left-- <= 0) throw new Undecidable("the check takes too many steps");
  const keywords: Keywords = raw;
  const asks = keywords.unevaluatedProperties !== undefined || keywords.unevaluatedItems !== undefined;
  const seen = asks || on.seen !== undefined ? { names: new Set<string>(), items: new Set<number>() } : undefined;
  const own = seen === on.seen ? on : { ...on, seen };
  const passes =
    judgeValue(keywords, value, on.document) &&
    judgeApplicators(keywords, value, own) &&
    judgeParts(keywords, value, own);
  if (passes && seen !== undefined) merge(seen, on.seen);
  return passes;
}

function merge(from: Seen, to: Seen | undefined): void {
  for (const name of from.names) to?.names.add(name);
  for (const item of from.items) to?.items.add(item);
}

/** Keywords that judge a value without subschemas. */
function judgeValue(raw: Keywords, value: Json, document: CheckedDocument): boolean {
  const types = typesOf(raw, document.nullable);
  if (types !== undefined) {
    if (!types.kinds.has(kindOf(value))) return false;
    if (types.integer && typeof value === "number" && !Number.isInteger(value)) return false;
  }
  if (Array.isArray(raw.enum) && !isAmong(value, raw.enum)) return false;
  if (Object.hasOwn(raw, "const") && raw.const !== undefined && !sameJson(raw.const, value)) return false;
  if (typeof value === "number") return judgeNumber(raw, value);
  if (typeof value === "string") return judgeString(raw, value);
  return true;
}

const scalarSets = new WeakMap<object, ReadonlySet<unknown>>();

/** Long enums are asked often. */
function isAmong(value: Json, values: readonly unknown[]): boolean {
  if (typeof value === "object" && value !== null) return values.some((one) => sameJson(one, value));
  const known = scalarSets.get(values) ?? new Set(values);
  scalarSets.set(values, known);
  return known.has(value);
}

function judgeNumber(raw: Keywords, value: number): boolean {
  const [low, high, divisor] = [lowOf(raw), highOf(raw), divisorOf(raw)];
  if (low.exclusive ? value <= low.value : value < low.value) return false;
  if (high.exclusive ? value >= high.value : value > high.value) return false;
  return divisor === undefined || isMultiple(value, divisor);
}

function judgeString(raw: Keywords, value: string): boolean {
  if (raw.minLength !== undefined || raw.maxLength !== undefined) {
    let length = 0;
    for (const _ of value) length++;
    if (length < numberOf(raw, "minLength", 0) || length > numberOf(raw, "maxLength", Infinity)) return false;
  }
  return patternsOf(raw).every((pattern) => meetsPattern(pattern, value));
}

/** Schemas that judge the same value. All of them are asked where `unevaluated…` wants to know what they have seen. */
function judgeApplicators(raw: Keywords, value: Json, on: Evaluation): boolean {
  for (const target of targetsOf(raw, on.document)) if (!judgeTarget(target, value, on)) return false;
  for (const member of listOf(raw, "allOf") ?? []) if (!judge(member, value, on)) return false;
  const anyOf = listOf(raw, "anyOf");
  if (anyOf !== undefined && count(anyOf, value, on, on.seen === undefined ? 1 : Infinity) === 0) return false;
  const oneOf = listOf(raw, "oneOf");
  if (oneOf !== undefined && count(oneOf, value, on, 2) !== 1) return false;
  if (raw.not !== undefined && judge(raw.not, value, { ...on, seen: undefined })) return false;
  if (raw.if !== undefined) {
    const branch = judge(raw.if, value, on) ? raw.then : raw.else;
    if (branch !== undefined && !judge(branch, value, on)) return false;
  }
  if (!isJsonObject(value)) return true;
  return dependenciesOf(raw).every(
    ({ name, required, schema }) =>
      !Object.hasOwn(value, name) ||
      (required.every((other) => Object.hasOwn(value, other)) && (schema === undefined || judge(schema, value, on))),
  );
}

/** The same schema gives the same verdict on the same value. */
function judgeTarget(raw: RawSchema, value: Json, on: Evaluation): boolean {
  const verdicts = on.known.get(raw) ?? new Map<Json, Known>();
  on.known.set(raw, verdicts);
  let known = verdicts.get(value);
  if (known === undefined || (on.seen !== undefined && known.seen === undefined)) {
    const seen = on.seen === undefined ? undefined : { names: new Set<string>(), items: new Set<number>() };
    known = { passes: judge(raw, value, { ...on, seen }), seen };
    verdicts.set(value, known);
  }
  if (known.passes && known.seen !== undefined) merge(known.seen, on.seen);
  return known.passes;
}

function count(options: readonly RawSchema[], value: Json, on: Evaluation, enough: number): number {
  let passed = 0;
  for (const option of options) if (passed < enough && judge(option, value, on)) passed++;
  return passed;
}

function judgeParts(raw: Keywords, value: Json, on: Evaluation): boolean {
  if (Array.isArray(value)) return judgeArray(raw, value, on);
  return !isJsonObject(value) || judgeObject(raw, value, on);
}

function judgeArray(raw: Keywords, value: readonly Json[], on: Evaluation): boolean {
  const within = { ...on, seen: undefined };
  if (value.length < numberOf(raw, "minItems", 0) || value.length > numberOf(raw, "maxItems", Infinity)) return false;
  const tuple = tupleOf(raw);
  for (const [index, item] of tuple === undefined ? [] : value.entries()) {
    const schema = index < (tuple?.prefix.length ?? 0) ? tuple?.prefix[index] : tuple?.rest;
    if (schema === undefined) continue;
    if (!judge(schema, item, within)) return false;
    on.seen?.items.add(index);
  }
  const contains = containsOf(raw);
  if (contains !== undefined) {
    let found = 0;
    for (const [index, item] of value.entries()) {
      if (!judge(contains.schema, item, within)) continue;
      found++;
      on.seen?.items.add(index);
    }
    if (found < contains.min || found > contains.max) return false;
  }
  if (raw.uniqueItems === true && repeats(value)) return false;
  const rest = raw.unevaluatedItems;
  if (rest === undefined) return true;
  return value.every((item, index) => {
    if (on.seen?.items.has(index) === true) return true;
    on.seen?.items.add(index);
    return judge(rest, item, within);
  });
}

function repeats(values: readonly Json[]): boolean {
  const scalars = new Set<Json>();
  const others: Json[] = [];
  for (const value of values) {
    if (typeof value !== "object" || value === null) {
      if (scalars.has(value)) return true;
      scalars.add(value);
    } else {
      if (others.some((one) => sameJson(one, value))) return true;
      others.push(value);
    }
  }
  return false;
}

function judgeObject(raw: Keywords, value: JsonObject, on: Evaluation): boolean {
  const within = { ...on, seen: undefined };
  const names = Object.keys(value);
  if (names.length < numberOf(raw, "minProperties", 0)) return false;
  if (names.length > numberOf(raw, "maxProperties", Infinity)) return false;
  if (requiredOf(raw).some((name) => !Object.hasOwn(value, name))) return false;
  const { propertyNames, unevaluatedProperties } = raw;
  if (propertyNames !== undefined && !names.every((name) => judge(propertyNames, name, within))) return false;
  const shape = membersOf(raw);
  for (const [name, child] of Object.entries(value)) {
    let named = false;
    const check = (schema: RawSchema): boolean => {
      named = true;
      on.seen?.names.add(name);
      return judge(schema, child, within);
    };
    if (shape?.properties.has(name) && !check(shape.properties.get(name))) return false;
    for (const [pattern, schema] of shape?.patterns ?? []) {
      if (meetsPattern(pattern, name) && !check(schema)) return false;
    }
    if (!named && shape?.rest !== undefined && !check(shape.rest)) return false;
  }
  if (unevaluatedProperties === undefined) return true;
  return Object.entries(value).every(([name, child]) => {
    if (on.seen?.names.has(name) === true) return true;
    on.seen?.names.add(name);
    return judge(unevaluatedProperties, child, within);
  });
}
