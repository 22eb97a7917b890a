import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import type { TypeNode } from "../catalog/type-node.ts";
import { cleanText } from "./clean-text.ts";
import { combineTypes } from "./combine-types.ts";
import { annotations, keywordsOf, reportLost } from "./keywords.ts";
import { definitionText, nameType, sizeOf } from "./named-types.ts";
import { followRef, isRecursive, made, placeOf, without } from "./raw-schema.ts";
import { readArray } from "./read-array.ts";
import { readValues } from "./read-enum.ts";
import { readObject } from "./read-object.ts";
import { quote, readNumber, readString } from "./read-scalar.ts";
import {
  anyValue,
  deeper,
  listOf,
  loseAt,
  maxDepth,
  maxNodes,
  type Reading,
  takeLetters,
  withNull,
} from "./reading.ts";
import { settle } from "./settle.ts";

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
    const why = `the schema has more than ${maxNodes} parts once its references are written out`;
    loseAt(reading, raw, "$ref", "wider", why, "any value");
    return anyValue;
  }
  if (reading.depth > maxDepth) {
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
  if (known !== undefined && !reading.reported.has(target)) readDefinition(reading, target, known);
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
    `the schema has more than ${maxNodes} parts once its references are written out`,
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
  reading.reported.add(target);
  reading.open.set(target, name);
  const inside = { ...deeper(reading, -reading.depth), unique: false };
  reportLost(inside, target);
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
  reportLost(reading, schema);
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
