import { isJsonObject } from "../../contract/json.ts";
import type { TypeNode } from "../catalog/type-node.ts";
import { isRecursive, resolve, type Target } from "../json-schema/document.ts";
import { type KeywordSet, type Part, written } from "../json-schema/keyword-set.ts";
import { readKeywordSet } from "../json-schema/read-keyword-set.ts";
import { isTypeName, typeNames } from "../json-schema/read-keywords.ts";
import { cleanText } from "./clean-text.ts";
import { combineTypes } from "./combine-types.ts";
import { flatten, merge } from "./flatten.ts";
import { annotations, keywordsOf, reportLost } from "./keywords.ts";
import { definitionText, nameType, sizeOf } from "./named-types.ts";
import { readArray } from "./read-array.ts";
import { readValues } from "./read-enum.ts";
import { readObject } from "./read-object.ts";
import { quote, readNumber, readString } from "./read-scalar.ts";
import {
  anyValue,
  deeper,
  loseAt,
  maxDepth,
  maxSteps,
  type Place,
  type Reading,
  takeLetters,
  tooManyParts,
  widen,
  withNull,
} from "./reading.ts";
import { isSpelledOtherwise } from "./spelled-otherwise.ts";

// JSON Schema of any server → a type of ours. It never throws and never follows anything out of the schema; what the
// language can't express is reported and written wider, so that calls that worked go on working.

/** @param base what must hold beside the schema */
export function readType(reading: Reading, part: Part, base?: KeywordSet): TypeNode {
  const { schema: raw } = part;
  if (!isJsonObject(raw) && base === undefined) {
    if (raw === false) widen(reading, part, "false", "no value is allowed, which no type can express", "any value");
    else if (raw !== true) widen(reading, part, "type", "it is not a schema", "any value");
    return anyValue;
  }
  if (reading.budget.nodes-- <= 0) {
    reportSize(reading, part);
    return anyValue;
  }
  if (reading.depth > maxDepth) {
    widen(reading, part, "properties", "it is nested deeper than a schema file may be", "any value");
    return anyValue;
  }
  if (reading.open.size > maxSteps) {
    widen(reading, part, "$ref", `it is reached through more than ${maxSteps} references`, "any value");
    return anyValue;
  }
  const isAlone = isJsonObject(raw) && part.and === undefined && base === undefined;
  const named = isAlone ? readNamed(reading, part) : undefined;
  if (named !== undefined) return described(reading, readKeywordSet(raw, part.at), named);
  const followed = new Set<unknown>();
  const own = flatten(reading, part, followed);
  const set = base === undefined || own === undefined ? (own ?? base) : merge(reading, base, own);
  if (set === undefined) return anyValue;
  if (isAlone && raw.$ref === undefined && raw.allOf === undefined) followed.add(raw);
  // What is referred to from inside itself would be read without end.
  const opened = [...followed].filter((schema) => !reading.open.has(schema));
  for (const schema of opened) reading.open.set(schema, undefined);
  const node = readAlternatives(reading, set) ?? readOwn(reading, set);
  for (const schema of opened) reading.open.delete(schema);
  return described(reading, set, node);
}

/** A reference to a plain object that is used more than once, or holds itself: a type with a name of its own. */
function readNamed(reading: Reading, part: Part): TypeNode | undefined {
  const { schema: raw } = part;
  if (!isJsonObject(raw)) return undefined;
  const { $ref } = raw;
  const isReference = typeof $ref === "string";
  if (!isReference && !reading.uses.has(raw)) return undefined;
  const target = isReference ? resolve($ref, raw, reading.document) : { ...part, name: "" };
  if (isReference && Object.keys(raw).some((key) => key !== "$ref" && !annotations.has(key))) return undefined;
  if (target === undefined || !isPlainObject(target.schema)) return undefined;
  const openAs = reading.open.get(target.schema);
  const ref = (name: string): TypeNode => {
    const node = { kind: "ref", name } as const;
    return takesNull(readKeywordSet(target.schema, target.at)) ? withNull(node) : node;
  };
  if (openAs !== undefined) return ref(openAs);
  if (reading.open.has(target.schema)) return undefined;
  const uses = reading.uses.get(target.schema) ?? 0;
  const isShared =
    uses > 1 || (uses === 1 && reading.namesAll) || (uses === 1 && isRecursive(target.schema, reading.document));
  if (!isShared || (!isReference && !isRecursive(target.schema, reading.document))) return undefined;
  const mustHaveName = !reading.namesAll && isRecursive(target.schema, reading.document);
  if (!mustHaveName && isSpelledOtherwise(target.schema, reading.document)) return undefined;
  const text = definitionText(reading.document, target.schema, spellingInside(reading));
  const known = text === undefined ? undefined : reading.types.byText.get(text);
  const name = known ?? readNamedType(reading, target, text);
  if (!fits(reading, name, part)) return anyValue;
  // What another tool has read already has still to be reported of this one.
  if (known !== undefined && !reading.reported.has(target.schema)) readDefinition(reading, target, known);
  return ref(name);
}

function fits(reading: Reading, name: string, place: Place): boolean {
  const size = reading.types.sizes.get(name) ?? 1;
  if (size > reading.budget.nodes) {
    reportSize(reading, place);
    return false;
  }
  reading.budget.nodes -= size;
  return true;
}

function reportSize(reading: Reading, place: Place): void {
  widen(reading, place, "$ref", tooManyParts, "any value");
}

function readNamedType(reading: Reading, target: Target, text: string | undefined): string {
  const { types, document } = reading;
  const isRoot = target.schema === document.root;
  const name = nameType(types, isRoot ? `${reading.tool}_node` : (target.at.split("/").at(-1) ?? ""));
  if (text !== undefined) types.byText.set(text, name);
  const type = readDefinition(reading, target, name);
  types.done.set(name, { name, family: reading.family, type });
  types.sizes.set(name, isRecursive(target.schema, document) ? 1 : sizeOf(type, types));
  return name;
}

/** How the fields of a named type are spelled. */
function spellingInside({ spelling }: Reading): Reading["spelling"] {
  return spelling === "none" ? "none" : "alias";
}

function readDefinition(reading: Reading, { schema, at }: Target, name: string): TypeNode {
  reading.reported.add(schema);
  reading.open.set(schema, name);
  const inside = { ...deeper(reading, -reading.depth), unique: false, spelling: spellingInside(reading) };
  const set = readKeywordSet(schema, at);
  reportLost(inside, set);
  const type = described(inside, set, readObject(inside, set));
  reading.open.delete(schema);
  return type;
}

function isPlainObject(schema: unknown): schema is object {
  if (!isJsonObject(schema)) return false;
  const types = typeNames(schema);
  const others = types.filter((type) => type !== "null");
  const isObject = types.length === 0 ? isJsonObject(schema.properties) : others.length === 1 && others[0] === "object";
  return isObject && !["$ref", "allOf", "anyOf", "oneOf", "enum", "const"].some((key) => schema[key] !== undefined);
}

function readAlternatives(reading: Reading, set: KeywordSet): TypeNode | undefined {
  const keyword = set.anyOf === undefined ? "oneOf" : "anyOf";
  const { anyOf, oneOf } = set;
  const all = anyOf ?? oneOf;
  if (all === undefined) return undefined;
  if (anyOf !== undefined && oneOf !== undefined) {
    widen(reading, set, "oneOf", "it can't be expressed beside 'anyOf'", "'anyOf' alone");
  }
  const options = all.filter(({ schema }) => schema !== false);
  const besides = [...set.sources].filter(
    ([one]) => !["anyOf", "oneOf", "nullable"].includes(one) && !annotations.has(one),
  );
  const { anyOf: _anyOf, oneOf: _oneOf, ...rest } = set;
  const base: KeywordSet = { ...rest, sources: new Map(besides), texts: {} };
  const others = options.filter(({ schema }) => !isNull(schema));
  const nodes = others.map((option) => readType(deeper(reading, 2), option, besides.length > 0 ? base : undefined));
  const allowsNull = others.length < options.length;
  const isNullable = set.types === undefined ? allowsNull || takesNull(set) : allowsNull && takesNull(set);
  if (nodes.length === 0) {
    const why = isNullable ? "there is no type of null alone" : "no alternative is left";
    widen(reading, set, keyword, why, "any value");
    return anyValue;
  }
  const node = combineTypes(reading, set, nodes, keyword);
  return isNullable ? withNull(node) : node;
}

/** OpenAPI's `nullable` counts without a type beside it too. */
function takesNull(set: KeywordSet): boolean {
  return set.types?.includes("null") === true || written(set, "nullable") === true;
}

function isNull(option: unknown): boolean {
  const { types, values } = readKeywordSet(option, "");
  if (types?.length === 1 && types[0] === "null") return true;
  // Beside another type it allows nothing.
  return values?.length === 1 && values[0] === null && (types === undefined || types.includes("null"));
}

function readOwn(reading: Reading, set: KeywordSet): TypeNode {
  reportLost(reading, set);
  if (set.values !== undefined) return readValues(reading, set, set.values);
  const types = typesOf(reading, set);
  if (types === undefined) return anyValue;
  const others = types.filter((type) => type !== "null");
  if (others.length === 0) {
    widen(reading, set, "type", "there is no type of null alone", "any value");
    return anyValue;
  }
  const nodes = others.map((type) => readOne(reading, set, type));
  const node = combineTypes(reading, set, nodes, "type");
  return takesNull(set) ? withNull(node) : node;
}

function readOne(reading: Reading, set: KeywordSet, type: string): TypeNode {
  switch (type) {
    case "string":
      return readString(reading, set);
    case "integer":
    case "number":
      return readNumber(reading, set, type);
    case "boolean":
      return { kind: "boolean" };
    case "array":
      return readArray(reading, set);
    default:
      return readObject(reading, set);
  }
}

/** undefined: any value. A schema without `type` is taken for what its keywords are about, as people mean it. */
function typesOf(reading: Reading, set: KeywordSet): readonly string[] | undefined {
  const type = written(set, "type");
  if (type !== undefined) {
    const strange = typeNames({ type }).find((name) => !isTypeName(name));
    if (strange !== undefined || set.types === undefined) {
      const instead = set.types === undefined ? "any value" : "the others";
      widen(reading, set, "type", `${quote(strange ?? type)} is not a type`, instead);
    }
    return set.types;
  }
  const meant = Object.entries(keywordsOf).find(([, keywords]) => keywords.some((keyword) => set.sources.has(keyword)));
  if (meant === undefined) return undefined;
  const why = "without 'type' values of other types are allowed too";
  loseAt(reading, set, "type", "narrower", why, `type: ${meant[0]}`);
  return [meant[0]];
}

/** Adds the text that explains a type. A title takes the place of a missing description. */
function described(reading: Reading, set: KeywordSet, node: TypeNode): TypeNode {
  const { description, title } = set.texts;
  if (description !== undefined && title !== undefined && title !== "") {
    loseAt(reading, set, "title", "dropped", "a type has no title beside its description", "the description alone");
  }
  const clean = cleanText((/\S/.test(description ?? "") ? description : title) ?? "");
  if (clean === undefined || !takeLetters(reading, set, "description", "dropped", clean.text.length)) return node;
  for (const change of clean.changes) loseAt(reading, set, "description", "dropped", change, "the changed text");
  return { ...node, description: clean.text };
}
