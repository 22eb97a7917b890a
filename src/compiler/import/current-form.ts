// Schemas of older drafts and of OpenAPI 3.0, in the spelling of 2020-12: the same values are taken.

import { isDeeperThan } from "../../contract/depth.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { childPath } from "../../contract/json-pointer.ts";
import { treatmentOf } from "../json-schema/vocabulary.ts";
import type { Loss } from "./loss.ts";
import { maxDepth } from "./reading.ts";

export interface CurrentForm {
  readonly schema: JsonObject;
  /** What is written in another way. */
  readonly changes: readonly Omit<Loss, "tool">[];
}

/** @param at JSON Pointer to the schema */
export function inCurrentForm(schema: JsonObject, at: string): CurrentForm {
  if (isDeeperThan(maxDepth, schema)) return { schema, changes: [] };
  const changes: Omit<Loss, "tool">[] = [];
  const note = (pointer: string, keyword: string, why: string, instead: string) =>
    changes.push({ pointer, keyword, effect: "reworded", why, instead });
  // Arguments and results are objects, and never null.
  const { nullable, ...root } = schema;
  if (nullable !== undefined) note(at, "nullable", "arguments and results are objects", "nothing");
  const current = respelled(root, at, note);
  if (changes.length === 0 || current.$schema === undefined) return { schema: current, changes };
  const { $schema: _older, ...plain } = current;
  note(at, "$schema", "what is written now is JSON Schema 2020-12", "nothing, which means that");
  return { schema: plain, changes };
}

type Note = (pointer: string, keyword: string, why: string, instead: string) => void;

function respelled(schema: JsonObject, at: string, note: Note): JsonObject {
  const inside = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]): [string, Json] => [
      keyword,
      schemasIn(keyword, value, (child, way) => respelled(child, way.reduce(childPath, at), note)),
    ]),
  );
  const steps = [withObjectProperties, withTuple, withDependencies, withBounds, withNull];
  return steps.reduce((current, step) => step(current, at, note), inside);
}

/** The value of a keyword with other schemas in it. */
export function schemasIn(
  keyword: string,
  value: Json,
  change: (schema: JsonObject, way: readonly (string | number)[]) => Json,
): Json {
  const holds = treatmentOf(keyword)?.holds;
  const changed = (child: Json, ...way: (string | number)[]): Json =>
    isJsonObject(child) ? change(child, [keyword, ...way]) : child;
  if (holds === undefined) return value;
  if (Array.isArray(value)) return value.map((child: Json, index) => changed(child, index));
  if (holds === "schema" || holds === "schema-or-list") return changed(value);
  if (holds === "list" || !isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]): [string, Json] => [name, changed(child, name)]));
}

/**
 * Servers written in Go list a property of any value as `true`, others one that must be absent as `false`; clients refuse the whole list for either.
 * As an object it takes the same values, so this is not noted.
 */
function withObjectProperties(schema: JsonObject): JsonObject {
  const { properties } = schema;
  if (!isJsonObject(properties) || !Object.values(properties).some((property) => typeof property === "boolean")) {
    return schema;
  }
  const asObject = (property: Json): Json => (typeof property === "boolean" ? (property ? {} : { not: {} }) : property);
  const objects = Object.entries(properties).map(([name, property]): [string, Json] => [name, asObject(property)]);
  return { ...schema, properties: Object.fromEntries(objects) };
}

/** Before 2020-12 a list of `items` was the tuple, and `additionalItems` what follows it; without a list it says nothing. */
function withTuple(schema: JsonObject, at: string, note: Note): JsonObject {
  const { items, additionalItems, ...others } = schema;
  if (schema.prefixItems !== undefined || (!Array.isArray(items) && additionalItems === undefined)) return schema;
  const why = "it is spelled otherwise since 2020-12";
  if (!Array.isArray(items)) {
    note(at, "additionalItems", "it says nothing without a list of 'items'", "nothing");
    return items === undefined ? others : { ...others, items };
  }
  note(at, "items", why, "prefixItems");
  if (additionalItems !== undefined) note(at, "additionalItems", why, "items");
  return {
    ...others,
    ...(items.length === 0 ? {} : { prefixItems: items }),
    ...(additionalItems === undefined ? {} : { items: additionalItems }),
  };
}

/** Before 2019-09 names and schemas that a property asks for stood under one word. */
function withDependencies(schema: JsonObject, at: string, note: Note): JsonObject {
  const { dependencies, dependentRequired = {}, dependentSchemas = {}, ...others } = schema;
  if (!isJsonObject(dependencies) || !isJsonObject(dependentRequired) || !isJsonObject(dependentSchemas)) return schema;
  const added = Object.entries(dependencies);
  if (added.some(([name]) => Object.hasOwn(dependentRequired, name) || Object.hasOwn(dependentSchemas, name)))
    return schema;
  const isNames = ([, value]: [string, Json]) => Array.isArray(value);
  const moved = {
    dependentRequired: { ...dependentRequired, ...Object.fromEntries(added.filter(isNames)) },
    dependentSchemas: { ...dependentSchemas, ...Object.fromEntries(added.filter((one) => !isNames(one))) },
  };
  const kept = Object.entries(moved).filter(([, value]) => Object.keys(value).length > 0);
  const instead = kept.length === 0 ? "nothing" : kept.map(([keyword]) => keyword).join(" and ");
  note(at, "dependencies", "it is spelled otherwise since 2019-09", instead);
  return { ...others, ...Object.fromEntries(kept) };
}

/** In draft 04 and OpenAPI 3.0 whether a bound is excluded stands beside it. */
function withBounds(schema: JsonObject, at: string, note: Note): JsonObject {
  const low = withBound(schema, { plain: "minimum", excluding: "exclusiveMinimum" }, at, note);
  return withBound(low, { plain: "maximum", excluding: "exclusiveMaximum" }, at, note);
}

interface BoundNames {
  readonly plain: string;
  readonly excluding: string;
}

function withBound(schema: JsonObject, { plain, excluding }: BoundNames, at: string, note: Note): JsonObject {
  const { [excluding]: isExcluded, [plain]: bound, ...others } = schema;
  if (typeof isExcluded !== "boolean") return schema;
  const isMoved = isExcluded && typeof bound === "number";
  note(at, excluding, "it is a number since draft 06", isMoved ? `${excluding}: ${bound}` : "nothing");
  if (isMoved) return { ...others, [excluding]: bound };
  return bound === undefined ? others : { ...others, [plain]: bound };
}

/** `nullable` of OpenAPI 3.0, which validators of MCP clients obey, is one more type. Listed values still decide. */
function withNull(schema: JsonObject, at: string, note: Note): JsonObject {
  const { nullable, type, ...others } = schema;
  if (typeof nullable !== "boolean") return schema;
  if (!nullable) {
    note(at, "nullable", "JSON Schema has no such word", "nothing");
    return type === undefined ? others : { ...others, type };
  }
  if (type !== undefined) {
    const types = Array.isArray(type) ? type : [type];
    note(at, "nullable", "JSON Schema has no such word", "null as one more type");
    return { ...others, type: types.includes("null") ? types : [...types, "null"] };
  }
  return withoutType(others, at, note);
}

/** What asserts something, or null; what explains or names stays around both. */
function withoutType(schema: JsonObject, at: string, note: Note): JsonObject {
  const entries = Object.entries(schema);
  const isAsserting = (keyword: string) => /^(?:asserts|undecided)$/.test(treatmentOf(keyword)?.kind ?? "");
  const own = entries.filter(([keyword]) => isAsserting(keyword));
  note(at, "nullable", "JSON Schema has no such word", own.length === 0 ? "nothing" : "null as an alternative");
  if (own.length === 0) return schema;
  const around = entries.filter(([keyword]) => !isAsserting(keyword));
  return { ...Object.fromEntries(around), anyOf: [Object.fromEntries(own), { type: "null" }] };
}
