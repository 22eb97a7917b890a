import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import type { TypeNode } from "../catalog/type-node.ts";
import { cleanText } from "./clean-text.ts";
import { combineTypes } from "./combine-types.ts";
import { mergeSchemas } from "./merge-schemas.ts";
import { definitionText, nameType, sizeOf } from "./named-types.ts";
import { followRef, isRecursive, made, placeOf, without } from "./raw-schema.ts";
import { readArray } from "./read-array.ts";
import { readValues } from "./read-enum.ts";
import { readObject } from "./read-object.ts";
import { quote, readNumber, readString } from "./read-scalar.ts";
import {
  anyValue,
  deeper,
  deepest,
  listOf,
  loseAt,
  mostNodes,
  type Reading,
  takeLetters,
  withNull,
} from "./reading.ts";

// JSON Schema of anybody's making → a type of ours. It never throws and never follows anything out of the schema; what the
// language can't say is told and written wider, so that calls that worked go on working.

export function readType(reading: Reading, raw: unknown): TypeNode {
  if (raw === true || raw === undefined) return anyValue;
  if (!isJsonObject(raw)) {
    if (raw === false) loseAt(reading, raw, "false", "wider", "no value is allowed, which no type says", "any value");
    else loseAt(reading, raw, "type", "wider", "it is no schema", "any value");
    return anyValue;
  }
  if (reading.room.nodes-- <= 0) {
    const why = `the schema has more than ${mostNodes} parts once its references are written out`;
    loseAt(reading, raw, "$ref", "wider", why, "any value");
    return anyValue;
  }
  if (reading.depth > deepest) {
    loseAt(reading, raw, "properties", "wider", "it is nested deeper than a schema file may be", "any value");
    return anyValue;
  }
  const named = readNamed(reading, raw);
  if (named !== undefined) return described(reading, raw, named);
  const followed = new Set<object>();
  const schema = settle(reading, raw, followed);
  if (schema === undefined) return anyValue;
  // Whoever is referred to from inside itself would be read for ever.
  const opened = [...followed].filter((part) => !reading.open.has(part));
  for (const part of opened) reading.open.set(part, undefined);
  const node = readSettled(reading, schema);
  for (const part of opened) reading.open.delete(part);
  return described(reading, schema, node);
}

/**
 * What a schema says, with its references followed and `allOf` folded away.
 * @param followed gets every part that a reference led to
 * @returns undefined when that can't be done, which was told
 */
export function settle(
  reading: Reading,
  raw: JsonObject,
  followed: Set<object> = new Set(),
  seen: ReadonlySet<object> = new Set(),
): JsonObject | undefined {
  if (seen.has(raw) || seen.size > 100) {
    loseAt(reading, raw, "$ref", "wider", "it leads back to itself", "any value");
    return undefined;
  }
  const path = new Set([...seen, raw]);
  const parts: JsonObject[] = [];
  let isLost = false;
  const add = (member: Json | undefined) => {
    const settled = isJsonObject(member) ? settle(reading, member, followed, path) : undefined;
    if (settled !== undefined) parts.push(settled);
    else if (member === false) {
      loseAt(reading, raw, "allOf", "wider", "no value is allowed, which no type says", "the rest of it");
    } else if (isJsonObject(member)) isLost = true;
  };
  if (typeof raw.$ref === "string") {
    const target = followRef(reading.schema.root, raw.$ref);
    if (target === undefined) {
      loseAt(
        reading,
        raw,
        "$ref",
        "wider",
        `${quote(raw.$ref)} is not in this schema; nothing is fetched`,
        "any value",
      );
      isLost = true;
    } else if (isJsonObject(target) && reading.open.has(target)) {
      loseAt(reading, raw, "$ref", "wider", "it leads back into what holds it, which is no plain object", "any value");
      isLost = true;
    } else {
      if (isJsonObject(target)) followed.add(target);
      add(target as Json); // the schema came as JSON
    }
  }
  for (const member of listOf(raw.allOf)) add(member);
  const own = modernised(
    reading,
    parts.length === 0 && raw.allOf === undefined && raw.$ref === undefined ? raw : bare(reading, raw),
  );
  const merged = parts.reduce(
    (sum, part) =>
      mergeSchemas(reading.schema, sum, part, (keyword, of) =>
        loseAt(
          reading,
          of,
          keyword,
          "wider",
          "it can't be said together with what stands beside it in 'allOf'",
          "the other one",
        ),
      ),
    own,
  );
  return isLost && parts.length === 0 && Object.keys(merged).every((key) => annotations.has(key)) ? undefined : merged;
}

const annotations = new Set([
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "$comment",
  "$schema",
  "$id",
  "$defs",
  "definitions",
]);

function bare(reading: Reading, raw: JsonObject): JsonObject {
  return made(reading.schema, without(raw, new Set(["$ref", "allOf"])), raw);
}

/** draft-04's boolean `exclusiveMinimum` as the number that it means, so that two schemas can be merged. */
function modernised(reading: Reading, schema: JsonObject): JsonObject {
  const pairs = [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const;
  const old = pairs.filter(([exclusive]) => typeof schema[exclusive] === "boolean");
  if (old.length === 0) return schema;
  const dropped = new Set<string>(
    old.flatMap(([exclusive, bound]) => (schema[exclusive] === true ? [exclusive, bound] : [exclusive])),
  );
  const exclusive = old.flatMap(([key, bound]) =>
    schema[key] === true && schema[bound] !== undefined ? [[key, schema[bound]]] : [],
  );
  return made(reading.schema, { ...without(schema, dropped), ...Object.fromEntries(exclusive) }, schema);
}

/** A reference to a plain object that is used more than once, or holds itself: a type with a name of its own. */
function readNamed(reading: Reading, raw: JsonObject): TypeNode | undefined {
  const isReference = typeof raw.$ref === "string";
  const target = isReference ? followRef(reading.schema.root, raw.$ref as string) : raw; // it was just looked at
  if (isReference && Object.keys(raw).some((key) => key !== "$ref" && !annotations.has(key))) return undefined;
  if (!isJsonObject(target) || !isPlainObject(target)) return undefined;
  const openAs = reading.open.get(target);
  const isNullable = listOf(target.type).includes("null") || target.nullable === true;
  const ref = (name: string): TypeNode => ({ kind: "ref", name, ...(isNullable ? { nullable: true } : {}) });
  if (openAs !== undefined) return ref(openAs);
  if (reading.open.has(target)) return undefined;
  const uses = reading.schema.uses.get(target) ?? 0;
  const isShared = uses > 1 || (uses === 1 && isRecursive(reading.schema, target));
  if (!isShared || (!isReference && !isRecursive(reading.schema, target))) return undefined;
  const text = definitionText(reading.schema, target, reading.side);
  const known = text === undefined ? undefined : reading.types.byText.get(text);
  const name = known ?? readNamedType(reading, target, text);
  if (!fits(reading, name, raw)) return anyValue;
  // What another tool has read already has still to be told of this one.
  if (known !== undefined && !reading.told.has(target)) readDefinition(reading, target, known);
  return ref(name);
}

function fits(reading: Reading, name: string, raw: JsonObject): boolean {
  const size = reading.types.sizes.get(name) ?? 1;
  if (size <= reading.room.nodes) {
    reading.room.nodes -= size;
    return true;
  }
  loseAt(
    reading,
    raw,
    "$ref",
    "wider",
    `the schema has more than ${mostNodes} parts once its references are written out`,
    "any value",
  );
  return false;
}

function readNamedType(reading: Reading, target: JsonObject, text: string | undefined): string {
  const { types } = reading;
  const isRoot = target === reading.schema.root;
  const name = nameType(
    types,
    isRoot ? `${reading.tool}_node` : (placeOf(reading.schema, target).split("/").at(-1) ?? ""),
  );
  if (text !== undefined) types.byText.set(text, name);
  const type = readDefinition(reading, target, name);
  types.done.set(name, { name, family: reading.family, type });
  types.sizes.set(name, isRecursive(reading.schema, target) ? 1 : sizeOf(type, types));
  return name;
}

function readDefinition(reading: Reading, target: JsonObject, name: string): TypeNode {
  reading.told.add(target);
  reading.open.set(target, name);
  const inside = { ...deeper(reading, -reading.depth), unique: false };
  tellLost(inside, target);
  const type = described(inside, target, readObject(inside, target));
  reading.open.delete(target);
  return type;
}

function isPlainObject(schema: JsonObject): boolean {
  const types = typeof schema.type === "string" ? [schema.type] : listOf(schema.type);
  const others = types.filter((type) => type !== "null");
  const isObject = types.length === 0 ? isJsonObject(schema.properties) : others.length === 1 && others[0] === "object";
  return isObject && !["$ref", "allOf", "anyOf", "oneOf", "enum", "const"].some((key) => schema[key] !== undefined);
}

function readSettled(reading: Reading, schema: JsonObject): TypeNode {
  if (reading.open.has(schema)) {
    loseAt(reading, schema, "$ref", "wider", "it leads back into what holds it", "any value");
    return anyValue;
  }
  reading.open.set(schema, undefined);
  const node = readAlternatives(reading, schema) ?? readOwn(reading, schema);
  reading.open.delete(schema);
  return node;
}

function readAlternatives(reading: Reading, schema: JsonObject): TypeNode | undefined {
  const keyword = Array.isArray(schema.anyOf) ? "anyOf" : Array.isArray(schema.oneOf) ? "oneOf" : undefined;
  if (keyword === undefined) return undefined;
  if (keyword === "anyOf" && schema.oneOf !== undefined) {
    loseAt(reading, schema, "oneOf", "wider", "it can't be said beside 'anyOf'", "'anyOf' alone");
  }
  const base = without(schema, new Set(["anyOf", "oneOf", "nullable", ...annotations]));
  const isNullable = schema.nullable === true;
  const options = listOf(schema[keyword]).filter((option) => option !== false);
  const nulls = options.filter(isNull);
  const others = options.filter((option) => !isNull(option));
  const hasBase = Object.keys(base).length > 0;
  const nodes = others.map((option) => {
    const both = hasBase
      ? made(reading.schema, { allOf: [made(reading.schema, base, schema), option] }, option)
      : option;
    return readType(deeper(reading, 2), both);
  });
  const takesNull = (nulls.length > 0 || isNullable) && (!hasBase || takes(base, "null"));
  if (nodes.length === 0) {
    loseAt(
      reading,
      schema,
      keyword,
      "wider",
      takesNull ? "there is no type of null alone" : "no alternative is left",
      "any value",
    );
    return anyValue;
  }
  const node = combineTypes(reading, schema, nodes, keyword);
  return takesNull ? withNull(node) : node;
}

function takes(schema: JsonObject, type: string): boolean {
  if (schema.type === undefined) return true;
  return schema.type === type || listOf(schema.type).includes(type);
}

function isNull(option: Json): boolean {
  if (!isJsonObject(option)) return false;
  const isType =
    option.type === "null" || (Array.isArray(option.type) && option.type.length === 1 && option.type[0] === "null");
  const isValue =
    option.const === null || (Array.isArray(option.enum) && option.enum.length === 1 && option.enum[0] === null);
  return isType || isValue;
}

function readOwn(reading: Reading, schema: JsonObject): TypeNode {
  tellLost(reading, schema);
  if (schema.const !== undefined || Array.isArray(schema.enum)) return readValues(reading, schema);
  const types = typesOf(reading, schema);
  if (types === undefined) return anyValue;
  const isNullable = types.includes("null") || schema.nullable === true;
  const others = types.filter((type) => type !== "null" && (type !== "integer" || !types.includes("number")));
  if (others.length === 0) {
    loseAt(reading, schema, "type", "wider", "there is no type of null alone", "any value");
    return anyValue;
  }
  const nodes = others.map((type) => readOne(reading, schema, type));
  const node = combineTypes(reading, schema, nodes, "type");
  return isNullable ? withNull(node) : node;
}

function readOne(reading: Reading, schema: JsonObject, type: string): TypeNode {
  switch (type) {
    case "string":
      return readString(reading, schema);
    case "integer":
    case "number":
      return readNumber(reading, schema, type);
    case "boolean":
      return { kind: "boolean" };
    case "array":
      return readArray(reading, schema);
    default:
      return readObject(reading, schema);
  }
}

const jsonTypes = new Set(["null", "boolean", "integer", "number", "string", "array", "object"]);

/** undefined: any value. A schema without `type` is taken for what its keywords are about, as people mean it. */
function typesOf(reading: Reading, schema: JsonObject): readonly string[] | undefined {
  const { type } = schema;
  if (type !== undefined) {
    const listed = typeof type === "string" ? [type] : listOf(type).filter((one) => typeof one === "string");
    const known = [...new Set(listed)].filter((one) => jsonTypes.has(one));
    const strange = listed.find((one) => !jsonTypes.has(one));
    if (strange !== undefined || known.length === 0) {
      loseAt(
        reading,
        schema,
        "type",
        "wider",
        `${quote(strange ?? type)} is no type`,
        known.length === 0 ? "any value" : "the others",
      );
    }
    return known.length === 0 ? undefined : known;
  }
  const meant = Object.entries(keywordsOf).find(([, keywords]) =>
    keywords.some((keyword) => schema[keyword] !== undefined),
  );
  if (meant === undefined) return undefined;
  const why = "without 'type' its keywords say nothing of other types, which are taken";
  loseAt(reading, schema, "type", "narrower", why, `type: ${meant[0]}`);
  return [meant[0]];
}

const keywordsOf: { readonly [type: string]: readonly string[] } = {
  object: [
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
  ],
  array: ["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"],
  string: ["pattern", "minLength", "maxLength", "format"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
};

/** Keywords that assert what no type of ours says, and those that nobody knows. */
export function tellLost(reading: Reading, schema: JsonObject): void {
  for (const key of Object.keys(schema)) {
    const value = schema[key];
    if (unsayable.has(key)) {
      if (key === "unevaluatedProperties" || key === "unevaluatedItems") {
        if (value === true) continue;
      }
      loseAt(reading, schema, key, "wider", "the language has no word for it", "nothing");
    } else if (!known.has(key)) {
      loseAt(
        reading,
        schema,
        key,
        "dropped",
        "it is no keyword of JSON Schema that the language has a word for",
        "nothing",
      );
    }
  }
}

const unsayable = new Set([
  "not",
  "if",
  "propertyNames",
  "minProperties",
  "maxProperties",
  "dependentRequired",
  "dependentSchemas",
  "dependencies",
  "contains",
  "unevaluatedProperties",
  "unevaluatedItems",
  "$dynamicRef",
  "$recursiveRef",
]);

/** Read elsewhere, or without a meaning of their own. */
const known = new Set([
  ...annotations,
  ...Object.values(keywordsOf).flat(),
  "type",
  "enum",
  "const",
  "nullable",
  "anyOf",
  "oneOf",
  "then",
  "else",
  "minContains",
  "maxContains",
  "additionalItems",
  "id",
  "$anchor",
  "$dynamicAnchor",
  "$recursiveAnchor",
  "$vocabulary",
  "$ref",
]);

/** Adds the text that explains a type. A title that says more than the name stands for a missing description. */
function described(reading: Reading, schema: JsonObject, node: TypeNode): TypeNode {
  const { description, title } = schema;
  if (typeof title === "string" && typeof description === "string" && title !== "") {
    loseAt(reading, schema, "title", "dropped", "a type has no title beside its description", "the description alone");
  }
  const raw = typeof description === "string" && /\S/.test(description) ? description : title;
  const clean = typeof raw === "string" ? cleanText(raw) : undefined;
  if (clean === undefined) return node;
  if (!takeLetters(reading, schema, "description", "dropped", clean.text.length)) return node;
  for (const change of clean.changes) loseAt(reading, schema, "description", "dropped", change, "the changed text");
  return { ...node, description: clean.text };
}
