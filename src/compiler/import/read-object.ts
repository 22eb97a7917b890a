import { isDeeperThan } from "../../contract/depth.ts";
import { explain } from "../../contract/explain.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { childPath } from "../../contract/json-pointer.ts";
import { normalise } from "../../contract/normalise.ts";
import { ownValue } from "../../contract/own-property.ts";
import type { Field } from "../catalog/catalog.ts";
import type { ObjectNode, TypeNode } from "../catalog/type-node.ts";
import { typeSchema } from "../schema/json-schema.ts";
import { planDefinitions, typePlan } from "../schema/normalization-plan.ts";
import { isPrintable } from "../syntax/print-yaml.ts";
import { cutName, freeName, isOldName, isSnakeCase, snakeCase } from "./fold-name.ts";
import type { LossEffect } from "./loss.ts";
import { catalogOf } from "./named-types.ts";
import { placeOfKeyword } from "./raw-schema.ts";
import { quote } from "./read-scalar.ts";
import { readType } from "./read-type.ts";
import { anyValue, deeper, listOf, loseAt, type Reading, takeLetters } from "./reading.ts";

export function readObject(reading: Reading, schema: JsonObject): ObjectNode {
  const { fields, hasUnsayable } = readFields(reading, schema, "inner");
  if (schema.patternProperties !== undefined && (fields.length > 0 || hasUnsayable)) {
    loseAt(
      reading,
      schema,
      "patternProperties",
      "wider",
      "fields are named one by one",
      "they hold what they say themselves",
    );
  }
  return { kind: "object", fields, open: hasUnsayable ? true : readOpen(reading, schema) };
}

export interface ReadFields {
  readonly fields: readonly Field[];
  /** A property has a name that no field can have: it may only come in where anything may. */
  readonly hasUnsayable: boolean;
}

/** @param level `root`: the params of a tool, where unknown names are the catalog's business */
export function readFields(reading: Reading, schema: JsonObject, level: "root" | "inner"): ReadFields {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = new Set(listOf(schema.required).filter((name) => typeof name === "string"));
  const missing = [...required].filter((name) => !Object.hasOwn(properties, name));
  if (schema.additionalProperties === false) {
    for (const name of missing) {
      loseProperty(reading, schema, name, "wider", `${quote(name)} is required and forbidden`, "it may be given");
    }
  }
  const all: readonly (readonly [string, Json])[] = [
    ...Object.entries(properties),
    ...missing.map((name): [string, Json] => [name, restOf(schema)]),
  ];
  const isClosed = schema.additionalProperties === false;
  const names = fieldNames(
    reading,
    all.filter(([, property]) => property !== false).map(([name]) => name),
  );
  const fields: Field[] = [];
  let hasUnsayable = false;
  for (const [original, property] of all) {
    if (property === false) {
      reportForbidden(reading, schema, original, {
        isRequired: required.has(original),
        isClosed: isClosed && level === "inner",
      });
      continue;
    }
    const name = names.get(original);
    if (name === undefined) {
      hasUnsayable = true;
      reportInexpressible(reading, schema, original, level);
      continue;
    }
    if (name !== original) {
      const why = "names are lower case words joined by '_'";
      loseProperty(
        reading,
        schema,
        original,
        "renamed",
        `${quote(original)}: ${why}`,
        `${name}, with ${quote(original)} as another spelling`,
      );
    }
    fields.push(readField(reading, schema, { name, original, property, required: required.has(original) }));
  }
  return { fields, hasUnsayable };
}

function restOf(schema: JsonObject): Json {
  // What patterns name, nobody but a validator can say.
  const rest = schema.patternProperties === undefined ? schema.additionalProperties : undefined;
  return rest === undefined || rest === false ? true : rest;
}

interface Property {
  readonly name: string;
  readonly original: string;
  readonly property: Json;
  readonly required: boolean;
}

function readField(reading: Reading, schema: JsonObject, { name, original, property, required }: Property): Field {
  const { description, ...type } = readType(deeper(reading, 2), property);
  const isEndless =
    required && type.kind === "ref" && type.nullable !== true && [...reading.open.values()].includes(type.name);
  if (isEndless) {
    loseAt(reading, schema, "required", "wider", `${quote(original)} would never end`, "it may be left out");
  }
  const isRequired = required && !isEndless;
  return {
    name,
    type,
    required: isRequired,
    ...(description === undefined ? {} : { description }),
    ...readExamples(reading, property, type, isRequired),
    ...(isJsonObject(property) && property.deprecated === true ? { deprecated: { since: reading.since } } : {}),
    ...(name === original ? {} : { aliases: [{ name: original }] }),
  };
}

/** Default and examples, as far as they fit their own type. The default of a required field becomes an example. */
function readExamples(
  reading: Reading,
  property: Json,
  type: TypeNode,
  required: boolean,
): Pick<Field, "default" | "examples"> {
  if (!isJsonObject(property)) return {};
  const examples: Json[] = [];
  for (const example of listOf(property.examples)) {
    const problem = misfit(reading, type, example);
    if (problem === undefined) {
      if (takeLetters(reading, property, "examples", "dropped", JSON.stringify(example).length)) examples.push(example);
    } else loseAt(reading, property, "examples", "dropped", problem, "no such example");
  }
  const given = Object.hasOwn(property, "default") ? property.default : undefined;
  if (given === undefined) return examples.length === 0 ? {} : { examples };
  const problem = reading.unique
    ? "inside a list of different items it could make two of them equal"
    : misfit(reading, type, given);
  if (problem !== undefined) {
    loseAt(reading, property, "default", "dropped", problem, "no default");
    return examples.length === 0 ? {} : { examples };
  }
  if (!takeLetters(reading, property, "default", "dropped", JSON.stringify(given).length)) return {};
  if (!required) return { default: given, ...(examples.length === 0 ? {} : { examples }) };
  loseAt(reading, property, "default", "reworded", "it is required, so no default is ever used", "an example");
  return { examples: [given, ...examples] };
}

/** Why a value can't stand in a schema file under this type; the same judgement that the finished catalog gets. */
function misfit(reading: Reading, type: TypeNode, value: Json): string | undefined {
  if (isDeeperThan(6, value) || JSON.stringify(value).length > 4000) return "it is too large";
  if (!isPrintable(value)) return "a schema file can't hold it";
  const names = refsOf(type);
  if (names.some((name) => !reading.types.done.has(name))) return "its type is not finished here";
  const catalog = catalogOf([...reading.types.done.values()]);
  const plan = typePlan(type, catalog);
  let normal: Json | undefined = value;
  if (plan !== undefined) {
    const outcome = normalise({ kind: "object", fields: { value: { plan } } }, planDefinitions(catalog), { value });
    if (outcome.violations.length > 0) return "it does not fit its own type";
    normal = ownValue(outcome.value, "value");
  }
  return explain(typeSchema(type, catalog, false), normal, { atMost: 1 }).length > 0
    ? "it does not fit its own type"
    : undefined;
}

function refsOf(node: TypeNode): readonly string[] {
  switch (node.kind) {
    case "ref":
      return [node.name];
    case "array":
      return refsOf(node.items);
    case "union":
      return node.of.flatMap(refsOf);
    case "object":
      return [
        ...node.fields.flatMap((field) => refsOf(field.type)),
        ...(typeof node.open === "boolean" ? [] : refsOf(node.open)),
      ];
    default:
      return [];
  }
}

const maxNameLength = 60;

/**
 * Original name → ours; absent where no field can be called so. Names that fit already keep themselves; of a result no
 * other can be had, because nobody renames what a handler returns.
 */
function fieldNames(reading: Reading, originals: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>(originals);
  for (const original of originals) {
    if (isSnakeCase(original) && original.length <= maxNameLength) names.set(original, original);
  }
  if (reading.side === "output") return names;
  for (const original of originals) {
    if (names.has(original) || !isOldName(original)) continue;
    const folded = snakeCase(original);
    const name = freeName(cutName(folded === "" ? "param" : folded, maxNameLength), maxNameLength, (candidate) =>
      taken.has(candidate),
    );
    taken.add(name);
    names.set(original, name);
  }
  return names;
}

function reportForbidden(
  reading: Reading,
  schema: JsonObject,
  name: string,
  { isRequired, isClosed }: { readonly isRequired: boolean; readonly isClosed: boolean },
): void {
  // A closed object forbids it as well, just by not naming it.
  if (isClosed && !isRequired) return;
  const why = `${quote(name)} must not be given, which can't be said`;
  loseProperty(
    reading,
    schema,
    name,
    "wider",
    why,
    isRequired ? "it need not be given" : "it is a name like any other",
  );
}

function reportInexpressible(reading: Reading, schema: JsonObject, name: string, level: "root" | "inner"): void {
  const why =
    reading.side === "output"
      ? `${quote(name)} can't be a field's name`
      : `${quote(name)} can't be a field's name or another spelling of one`;
  if (level === "root") {
    loseProperty(reading, schema, name, "wider", why, "the tool does not know it and does not get it");
    loseProperty(reading, schema, name, "narrower", why, "it is refused where unknown params are");
    return;
  }
  loseProperty(reading, schema, name, "wider", why, "it may hold any value");
  const rest = schema.additionalProperties;
  if (rest === undefined || rest === true) return;
  loseAt(reading, schema, "additionalProperties", "wider", `${quote(name)} must get in`, "the object is open");
}

function loseProperty(
  reading: Reading,
  schema: JsonObject,
  name: string,
  effect: LossEffect,
  why: string,
  instead: string,
): void {
  const place = childPath(childPath(placeOfKeyword(reading.schema, schema, "properties"), "properties"), name);
  reading.lose({ pointer: place, keyword: "properties", effect, why, instead });
}

/** What further names may hold. */
function readOpen(reading: Reading, schema: JsonObject): ObjectNode["open"] {
  const rest = schema.additionalProperties;
  const patterns = isJsonObject(schema.patternProperties) ? Object.entries(schema.patternProperties) : [];
  if (patterns.length === 0) {
    if (rest === undefined || rest === true) return true;
    return rest === false ? false : openAs(readType(deeper(reading, 1), rest));
  }
  const [first] = patterns;
  if (patterns.length === 1 && first !== undefined && takesEverything.has(first[0])) {
    // Every name is of the pattern, so nothing further is left.
    return first[1] === false ? false : openAs(readType(deeper(reading, 1), first[1]));
  }
  const isClosed = rest === false && patterns.length === 1 && first !== undefined && first[1] !== false;
  loseAt(
    reading,
    schema,
    "patternProperties",
    "wider",
    "fields are named one by one",
    isClosed ? "any name for such values" : "any further names",
  );
  return isClosed ? openAs(readType(deeper(reading, 1), first[1])) : true;
}

const takesEverything = new Set(["", ".*", "^.*$", "^.*", ".*$", "^", "^[\\s\\S]*$"]);

function openAs(type: TypeNode): ObjectNode["open"] {
  return type.kind === "json" && type.description === undefined ? true : type === anyValue ? true : type;
}
