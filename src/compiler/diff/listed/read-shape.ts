import { sameJson } from "../../../contract/alias.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";
import type { JsonType } from "../../../contract/json-schema.ts";
import type { AnyShape, EnumShape, NeverShape, Shape } from "../shape.ts";
import { type Bag, isBare, type Part } from "./bag.ts";
import { opaqueSchema } from "./cut.ts";
import { flatten } from "./flatten.ts";
import { fold as foldBags, foldTypes } from "./fold.ts";
import { readArray } from "./read-array.ts";
import { readKeywords } from "./read-keywords.ts";
import { readObject } from "./read-object.ts";
import { readNumber, readString } from "./read-scalar.ts";
import { combineShapes, inOrder, withNull } from "./read-union.ts";
import { asSchema, make, type Reading, rawOf } from "./reading.ts";
import { readRest } from "./rest.ts";

/** A schema of a list as a shape, in the one form in which shapes are compared. */
export function readShape(part: Part, reading: Reading): Shape {
  if (reading.room.levels <= 0) return unread(part, reading);
  reading.room.levels--;
  const shape = readBag(flatten(part, reading), reading);
  reading.room.levels++;
  reading.places.set(shape, part.at);
  return shape;
}

function unread(part: Part, reading: Reading): Shape {
  const raw = opaqueSchema(part.schema, reading.root);
  return make<AnyShape>({ kind: "json", allOf: [asSchema(raw)] }, raw, reading, []);
}

export function readBag(bag: Bag, reading: Reading): Shape {
  const shape = withTexts(readAssertions(bag, reading), bag, reading);
  reading.places.set(shape, bag.at);
  reading.texts.set(shape, bag.texts);
  return shape;
}

function readAssertions(written: Bag, reading: Reading): Shape {
  const bag = withTypesOfReferences(written, reading);
  const [ref, ...otherRefs] = bag.refs;
  if (ref !== undefined && otherRefs.length === 0 && isBare({ ...bag, refs: [] })) {
    return make({ kind: "ref", name: reading.prefix + ref }, { $ref: refTo(ref) }, reading, [], [ref]);
  }
  const alternatives = readAlternatives(bag, reading);
  if (alternatives !== undefined) return alternatives;
  if (bag.values !== undefined) return readValues(bag, bag.values, reading);
  const { types } = bag;
  if (types === undefined) return readUntyped(bag, reading);
  const nullable = types.includes("null");
  const [only, ...more] = types.filter((type) => type !== "null");
  if (only === undefined) return nullable ? withRest(nullOnly(reading), bag, reading) : never(reading);
  if (more.length === 0) return readType(bag, only, { nullable }, reading);
  // Keywords that concern no single type stay with the whole.
  const { allOf, not, conditional, refs, opaque, ...plain } = bag;
  const options = [only, ...more].map((type) =>
    readType({ ...plain, allOf: [], refs: [], opaque: [] }, type, { nullable: false }, reading),
  );
  const union = combineShapes(options, { exactlyOne: false }, reading);
  const whole = nullable ? withNull(union, reading) : union;
  return withRest(whole, bag, reading);
}

/** What refers to a type that contains itself is of no other JSON type than that one. */
function withTypesOfReferences(bag: Bag, { definitions }: Reading): Bag {
  if (bag.types === undefined || bag.refs.length === 0) return bag;
  const targets = [...definitions.values()].filter(({ key }) => bag.refs.includes(key));
  const types = targets.reduce<Bag["types"]>(
    (left, { part }) => foldTypes(left, readKeywords(part.schema, part.at).types),
    bag.types,
  );
  return types === undefined ? bag : { ...bag, types };
}

function refTo(key: string): string {
  return `#/$defs/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))}`;
}

/** One type, with the keywords that concern it. */
function readType(
  bag: Bag,
  type: JsonType,
  { nullable, untyped = false }: { readonly nullable: boolean; readonly untyped?: boolean },
  reading: Reading,
): Shape {
  const plain = readPlain(bag, type, reading);
  const typed: JsonObject = untyped
    ? withoutType(plain)
    : { ...rawOf(plain), ...(nullable ? { type: [rawOf(plain).type ?? type, "null"] } : {}) };
  const shape = make<Shape>(
    { ...plain, ...(nullable ? { nullable: true } : {}), ...(untyped ? { untyped: true } : {}) },
    typed,
    reading,
    [plain],
  );
  return withRest(shape, bag, reading);
}

function readPlain(bag: Bag, type: JsonType, reading: Reading): Shape {
  switch (type) {
    case "string":
      return readString(bag, reading);
    case "integer":
    case "number":
      return readNumber(bag, type, reading);
    case "boolean":
      return make({ kind: "boolean" }, { type: "boolean" }, reading, []);
    case "array":
      return readArray(bag, reading, readShape);
    case "object":
      return readObject(bag, reading, readShape);
    case "null":
      return nullOnly(reading);
  }
}

function withRest(shape: Shape, bag: Bag, reading: Reading): Shape {
  const rest = readRest(bag, reading, readShape);
  if (rest === undefined) return shape;
  return make<Shape>(
    { ...shape, ...rest.facets },
    { ...rawOf(shape), ...rest.raw },
    reading,
    [shape, ...rest.parts],
    rest.uses,
  );
}

/** It names no type: keywords that all concern one type are read as that type's, which lets others through. */
function readUntyped(bag: Bag, reading: Reading): Shape {
  const [only, ...more] = typesMeant(bag);
  if (only !== undefined && more.length === 0) return readType(bag, only, { nullable: false, untyped: true }, reading);
  if (only === undefined) return withRest(make<AnyShape>({ kind: "json" }, {}, reading, []), bag, reading);
  const plain = [only, ...more].map((type) => readPlain(bag, type, reading));
  const keywords = plain.map(withoutType);
  return withRest(
    make<AnyShape>({ kind: "json", allOf: keywords.map(asSchema) }, Object.assign({}, ...keywords), reading, plain),
    bag,
    reading,
  );
}

/** Where no type was named, one that the keywords led to goes; what it said of numbers stays. */
function withoutType(plain: Shape): JsonObject {
  const { type, ...keywords } = rawOf(plain);
  return type === "integer" && keywords.multipleOf === undefined ? { ...keywords, multipleOf: 1 } : keywords;
}

function typesMeant(bag: Bag): readonly JsonType[] {
  const has = (...keywords: readonly (keyof Bag["limits"])[]) => keywords.some((one) => bag.limits[one] !== undefined);
  const meant: JsonType[] = [];
  if (has("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")) meant.push("number");
  if (has("minLength", "maxLength") || bag.pattern !== undefined || bag.format !== undefined) meant.push("string");
  const items = bag.items ?? bag.prefixItems ?? bag.contains ?? bag.unevaluatedItems ?? bag.unique;
  if (has("minItems", "maxItems") || items !== undefined) meant.push("array");
  const members = bag.additional ?? bag.propertyNames ?? bag.unevaluatedProperties;
  const named = bag.properties.size + bag.patterns.size + bag.required.length;
  const dependent = bag.dependentRequired.size + bag.dependentSchemas.size;
  if (has("minProperties", "maxProperties") || members !== undefined || named + dependent > 0) meant.push("object");
  return meant;
}

function readValues(bag: Bag, all: readonly Json[], reading: Reading): Shape {
  const { types } = bag;
  const seen = new Set<string>();
  const values = all.filter((value) => {
    const text = JSON.stringify(value);
    if (seen.has(text)) return false;
    seen.add(text);
    return types === undefined || types.some((type) => isOfType(value, type));
  });
  const { types: _types, values: _values, constant: _constant, ...keywords } = bag;
  const limits = isBare({ ...keywords, texts: {} }) ? {} : rawOf(readAssertions(keywords, reading));
  const nullable = values.length > 1 && values.includes(null);
  const words = values.filter((value) => !nullable || value !== null);
  if (values.length === 0) return never(reading);
  const isBoolean = words.length === 2 && words.includes(true) && words.includes(false);
  const shape: Shape = isBoolean
    ? { kind: "boolean", ...(nullable ? { nullable } : {}) }
    : {
        kind: "enum",
        values: words.map((value) => ({ value })),
        ...(nullable ? { nullable } : {}),
        ...(bag.constant === true ? { constant: true } : {}),
      };
  const raw: JsonObject = isBoolean ? { type: nullable ? ["boolean", "null"] : "boolean" } : { enum: inOrder(values) };
  const parts = Object.keys(limits).length === 0 ? {} : { allOf: [limits] };
  return make<Shape>(shape, { ...raw, ...parts }, reading, []);
}

function isOfType(value: Json, type: JsonType): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isJsonObject(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** `anyOf` or `oneOf`, where all alternatives are types and not merely further conditions. */
function readAlternatives(bag: Bag, reading: Reading): Shape | undefined {
  const keyword = bag.anyOf === undefined ? "oneOf" : "anyOf";
  const parts = bag[keyword];
  if (parts === undefined) return undefined;
  const { [keyword]: _, ...others } = bag;
  const { contentEncoding, contentMediaType } = bag.texts;
  const texts = {
    ...(contentEncoding === undefined ? {} : { contentEncoding }),
    ...(contentMediaType === undefined ? {} : { contentMediaType }),
  };
  const siblings: Bag = { ...others, texts };
  const options = parts.map((part) => flatten(part, reading));
  const bare = isBare(siblings) && Object.keys(texts).length === 0;
  // Siblings go into every alternative; a long list of them would grow beyond measure.
  if (!bare && (options.length > 32 || !options.every(isType))) return undefined;
  const whole = bare ? options : options.map((option) => distribute(option, siblings));
  if (whole.some((option) => option === undefined)) return undefined;
  const shapes = whole.flatMap((option) => (option === undefined ? [] : [readBag(option, reading)]));
  const { discriminator } = bag.texts;
  return combineShapes(
    shapes,
    { exactlyOne: keyword === "oneOf", ...(discriminator === undefined ? {} : { discriminator }) },
    reading,
  );
}

function distribute(option: Bag, siblings: Bag): Bag | undefined {
  const folded = foldBags(option, siblings);
  return folded === undefined ? undefined : { ...folded, at: option.at };
}

function isType(bag: Bag): boolean {
  return bag.types !== undefined || bag.values !== undefined || bag.properties.size > 0 || bag.refs.length > 0;
}

function never(reading: Reading): Shape {
  return make<NeverShape>({ kind: "never" }, { not: {} }, reading, []);
}

function nullOnly(reading: Reading): Shape {
  return make<EnumShape>({ kind: "enum", values: [{ value: null }] }, { enum: [null] }, reading, []);
}

function withTexts(shape: Shape, bag: Bag, reading: Reading): Shape {
  const { title, description } = bag.texts;
  const reported = {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  };
  if (Object.keys(reported).length === 0 || sameJson(reported, { title: shape.title, description: shape.description }))
    return shape;
  return make<Shape>({ ...shape, ...reported }, rawOf(shape), reading, [shape]);
}
