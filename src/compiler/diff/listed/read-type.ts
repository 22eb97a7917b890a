import type { Json, JsonObject } from "../../../contract/json.ts";
import type { JsonType } from "../../../contract/json-schema.ts";
import { defined } from "../../../contract/own-property.ts";
import { isBare, type KeywordSet, type Part } from "../../json-schema/keyword-set.ts";
import { mergeTypes } from "../../json-schema/merge-all-of.ts";
import { readKeywordSet } from "../../json-schema/read-keyword-set.ts";
import { isOfType } from "../../json-schema/read-keywords.ts";
import type { AnyType, ComparableType, EnumType, NeverType } from "../comparable-type.ts";
import { opaqueSchema } from "./cut.ts";
import { flatten, mergeExactly } from "./flatten.ts";
import { readArray } from "./read-array.ts";
import { readObject } from "./read-object.ts";
import { readNumber, readString } from "./read-scalar.ts";
import { combineTypes, inOrder, withNull } from "./read-union.ts";
import { asSchema, make, type Reading, rawOf, refTo } from "./reading.ts";
import { readRest } from "./rest.ts";

/** A schema of a list as a shape, in the one form in which shapes are compared. */
export function readType(part: Part, reading: Reading): ComparableType {
  if (reading.budget.levels <= 0) return unread(part, reading);
  reading.budget.levels--;
  const shape = readSet(flatten(part, reading), reading);
  reading.budget.levels++;
  reading.places.set(shape, part.at);
  return shape;
}

function unread(part: Part, reading: Reading): ComparableType {
  const raw = opaqueSchema(part.schema, reading.document.root);
  return make<AnyType>({ kind: "json", allOf: [asSchema(raw)] }, raw, reading);
}

export function readSet(set: KeywordSet, reading: Reading): ComparableType {
  const shape = withTexts(readAssertions(set, reading), set, reading);
  reading.places.set(shape, set.at);
  reading.texts.set(shape, set.texts);
  return shape;
}

function readAssertions(written: KeywordSet, reading: Reading): ComparableType {
  const set = withTypesOfReferences(written, reading);
  const [ref, ...otherRefs] = set.refs;
  if (ref !== undefined && otherRefs.length === 0 && isBare({ ...set, refs: [] })) {
    return make({ kind: "ref", name: reading.prefix + ref }, refTo(ref), reading);
  }
  const alternatives = readAlternatives(set, reading);
  if (alternatives !== undefined) return alternatives;
  if (set.values !== undefined) return readValues(set, set.values, reading);
  const { types } = set;
  if (types === undefined) return readUntyped(set, reading);
  const nullable = types.includes("null");
  const [only, ...more] = types.filter((type) => type !== "null");
  if (only === undefined) return nullable ? withRest(nullOnly(reading), set, reading) : never(reading);
  if (more.length === 0) return readOneType(set, only, { nullable }, reading);
  // Keywords that concern no single type stay with the whole.
  const { allOf, not, conditional, refs, opaque, ...plain } = set;
  const options = [only, ...more].map((type) =>
    readOneType({ ...plain, allOf: [], refs: [], opaque: [] }, type, { nullable: false }, reading),
  );
  const union = combineTypes(options, { exactlyOne: false }, reading);
  const whole = nullable ? withNull(union, reading) : union;
  return withRest(whole, set, reading);
}

/** What refers to a type that contains itself is of no other JSON type than that one. */
function withTypesOfReferences(set: KeywordSet, { definitions }: Reading): KeywordSet {
  if (set.types === undefined || set.refs.length === 0) return set;
  const targets = [...definitions.values()].filter(({ key }) => set.refs.includes(key));
  const types = targets.reduce<KeywordSet["types"]>(
    (left, { part }) => mergeTypes(left, readKeywordSet(part.schema, part.at).types),
    set.types,
  );
  return types === undefined ? set : { ...set, types };
}

/** One type, with the keywords that concern it. */
function readOneType(
  set: KeywordSet,
  type: JsonType,
  { nullable, untyped = false }: { readonly nullable: boolean; readonly untyped?: boolean },
  reading: Reading,
): ComparableType {
  const plain = readPlain(set, type, reading);
  const typed: JsonObject = untyped
    ? withoutType(plain)
    : { ...rawOf(plain), ...(nullable ? { type: [rawOf(plain).type ?? type, "null"] } : {}) };
  const facets = { ...(nullable ? { nullable } : {}), ...(untyped ? { untyped } : {}) };
  return withRest(make<ComparableType>({ ...plain, ...facets }, typed, reading), set, reading);
}

function readPlain(set: KeywordSet, type: JsonType, reading: Reading): ComparableType {
  switch (type) {
    case "string":
      return readString(set, reading);
    case "integer":
    case "number":
      return readNumber(set, type, reading);
    case "boolean":
      return make({ kind: "boolean" }, { type: "boolean" }, reading);
    case "array":
      return readArray(set, reading, readType);
    case "object":
      return readObject(set, reading, readType);
    case "null":
      return nullOnly(reading);
  }
}

function withRest(shape: ComparableType, set: KeywordSet, reading: Reading): ComparableType {
  const rest = readRest(set, reading, readType);
  return rest === undefined
    ? shape
    : make<ComparableType>({ ...shape, ...rest.facets }, { ...rawOf(shape), ...rest.raw }, reading);
}

/** It names no type: keywords that all concern one type are read as that type's, which lets others through. */
function readUntyped(set: KeywordSet, reading: Reading): ComparableType {
  const [only, ...more] = typesMeant(set);
  if (only !== undefined && more.length === 0)
    return readOneType(set, only, { nullable: false, untyped: true }, reading);
  if (only === undefined) return withRest(make<AnyType>({ kind: "json" }, {}, reading), set, reading);
  const plain = [only, ...more].map((type) => readPlain(set, type, reading));
  const keywords = plain.map(withoutType);
  const any: AnyType = { kind: "json", allOf: keywords.map(asSchema) };
  return withRest(make(any, Object.assign({}, ...keywords), reading), set, reading);
}

/** Where no type was named, one that the keywords led to goes; what it implied for numbers stays. */
function withoutType(plain: ComparableType): JsonObject {
  const { type, ...keywords } = rawOf(plain);
  return type === "integer" && keywords.multipleOf === undefined ? { ...keywords, multipleOf: 1 } : keywords;
}

function typesMeant(set: KeywordSet): readonly JsonType[] {
  const has = (...keywords: readonly (keyof KeywordSet["limits"])[]) =>
    keywords.some((one) => set.limits[one] !== undefined);
  const meant: JsonType[] = [];
  if (set.low.value > -Infinity || set.high.value < Infinity || has("multipleOf")) meant.push("number");
  if (has("minLength", "maxLength") || set.pattern !== undefined || set.format !== undefined) meant.push("string");
  const items = set.items ?? set.prefixItems ?? set.contains ?? set.unevaluatedItems ?? set.unique;
  if (has("minItems", "maxItems") || items !== undefined) meant.push("array");
  const members = set.additional ?? set.propertyNames ?? set.unevaluatedProperties;
  const named = set.properties.size + set.patterns.size + set.required.length;
  const dependent = set.dependentRequired.size + set.dependentSchemas.size;
  if (has("minProperties", "maxProperties") || members !== undefined || named + dependent > 0) meant.push("object");
  return meant;
}

function readValues(set: KeywordSet, all: readonly Json[], reading: Reading): ComparableType {
  const { types } = set;
  const seen = new Set<string>();
  const values = all.filter((value) => {
    const text = JSON.stringify(value);
    if (seen.has(text)) return false;
    seen.add(text);
    return types === undefined || types.some((type) => isOfType(type, value));
  });
  const { types: _types, values: _values, constant: _constant, ...keywords } = set;
  const limits = isBare({ ...keywords, texts: {} }) ? {} : rawOf(readAssertions(keywords, reading));
  const nullable = values.length > 1 && values.includes(null);
  const words = values.filter((value) => !nullable || value !== null);
  if (values.length === 0) return never(reading);
  const isBoolean = words.length === 2 && words.includes(true) && words.includes(false);
  const shape: ComparableType = isBoolean
    ? { kind: "boolean", ...(nullable ? { nullable } : {}) }
    : {
        kind: "enum",
        values: words.map((value) => ({ value })),
        ...(nullable ? { nullable } : {}),
        ...(set.constant === true ? { constant: true } : {}),
      };
  const raw: JsonObject = isBoolean ? { type: nullable ? ["boolean", "null"] : "boolean" } : { enum: inOrder(values) };
  const parts = Object.keys(limits).length === 0 ? {} : { allOf: [limits] };
  return make<ComparableType>(shape, { ...raw, ...parts }, reading);
}

/** `anyOf` or `oneOf`, where all alternatives are types and not merely further conditions. */
function readAlternatives(set: KeywordSet, reading: Reading): ComparableType | undefined {
  const keyword = set.anyOf === undefined ? "oneOf" : "anyOf";
  const parts = set[keyword];
  if (parts === undefined) return undefined;
  const { [keyword]: _, ...others } = set;
  const { contentEncoding, contentMediaType } = set.texts;
  const texts = defined({ contentEncoding, contentMediaType });
  const siblings: KeywordSet = { ...others, texts };
  const options = parts.map((part) => flatten(part, reading));
  const bare = isBare(siblings) && Object.keys(texts).length === 0;
  // Siblings go into every alternative; a long list of them would grow beyond measure.
  if (!bare && (options.length > 32 || !options.every(isType))) return undefined;
  const all = bare ? options : options.map((option) => distribute(option, siblings));
  const whole = all.filter((option) => option !== undefined);
  if (whole.length < all.length) return undefined;
  const shapes = whole.map((option) => readSet(option, reading));
  const combining = { exactlyOne: keyword === "oneOf", ...defined({ discriminator: set.texts.discriminator }) };
  return combineTypes(shapes, combining, reading);
}

function distribute(option: KeywordSet, siblings: KeywordSet): KeywordSet | undefined {
  const merged = mergeExactly(option, siblings);
  return merged === undefined ? undefined : { ...merged, at: option.at };
}

function isType(set: KeywordSet): boolean {
  return set.types !== undefined || set.values !== undefined || set.properties.size > 0 || set.refs.length > 0;
}

function never(reading: Reading): ComparableType {
  return make<NeverType>({ kind: "never" }, { not: {} }, reading);
}

function nullOnly(reading: Reading): ComparableType {
  return make<EnumType>({ kind: "enum", values: [{ value: null }] }, { enum: [null] }, reading);
}

function withTexts(shape: ComparableType, set: KeywordSet, reading: Reading): ComparableType {
  const { title = shape.title, description = shape.description } = set.texts;
  if (title === shape.title && description === shape.description) return shape;
  return make<ComparableType>({ ...shape, ...defined({ title, description }) }, rawOf(shape), reading);
}
