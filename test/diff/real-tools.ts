import type { Change } from "../../src/compiler/diff/change.ts";
import { declaredOnly } from "../../src/compiler/diff/declared.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json.ts";
import { count, type Tally, tallied } from "../law-search.ts";
import { ajvJudge } from "../schema/ajv-judge.ts";
import { type CompareSchemas, pairProblems } from "./list-laws.ts";
import { instancesOf } from "./pairs/instances.ts";
import { poolOf } from "./pairs/pool.ts";
import { recordedPairs } from "./pairs/saved-list.ts";
import { openDocument } from "./pairs/schema-document.ts";

// Schemas of the tools of public servers, changed at random or written in other words, with Ajv as the judge, on values that
// the oracle of the pairs made: it shares nothing with the comparison.

/** Schemas of arguments and results, each once. Read as 2020-12, which is what a judge that knows no dialect reads. */
export const realSchemas: readonly JsonObject[] = distinct(
  recordedPairs().flatMap(({ base, head }) =>
    [...base.tools, ...head.tools].flatMap(({ inputSchema, outputSchema }) => [inputSchema, outputSchema]),
  ),
).filter(({ type }) => type === "object");

/** Parts of them that stand alone: what a param becomes. */
export const realParts: readonly JsonObject[] = distinct(
  realSchemas.flatMap(({ properties }) => (isJsonObject(properties) ? Object.values(properties) : [])),
).filter((schema) => !JSON.stringify(schema).includes('"$ref"'));

function distinct(values: readonly (Json | undefined)[]): readonly JsonObject[] {
  const found = new Map<string, JsonObject>();
  for (const value of values) {
    if (!isJsonObject(value)) continue;
    const { $schema: _, $id: __, ...schema } = value;
    const text = JSON.stringify(schema);
    // Lists of items are draft 07's.
    if (!text.includes('"items":[')) found.set(text, schema);
  }
  return [...found.values()];
}

/** What is wrong about a tool beside a mutation of it, both ways: breaks that were missed, witnesses that are none. */
export function mutationProblems(
  base: JsonObject,
  head: JsonObject,
  compare: CompareSchemas,
  tally: Tally,
): readonly string[] {
  const own = tallied();
  const [there, back] = [compare(base, head), compare(head, base)];
  // Which rule answers which when the sides change places is a law of diff-laws, not of values.
  const laws = pairProblems([base, head], (from) => (from === base ? there : back), own).filter(
    (problem) => !problem.endsWith(": no mirror answers"),
  );
  const missed = [...missedBreaks([base, head], there, own), ...missedBreaks([head, base], back, own)];
  tally.samples++;
  count(tally, "values", own.samples);
  for (const [what, times] of Object.entries(own.others)) count(tally, what, times);
  return [...laws, ...missed];
}

/** Most values of one schema. */
const most = 120;

/** Calls that Ajv accepts by the base and refuses by the head, where nothing is said of it. */
function missedBreaks(
  [base, head]: readonly [JsonObject, JsonObject],
  changes: readonly Change[],
  tally: Tally,
): readonly string[] {
  if (changes.some(({ severity, categories }) => severity !== "INFO" && categories.includes("CALL"))) return [];
  const [was, is, declared] = [base, head, declaredOnly(base, "root")].map((schema) => ajvJudge(schema));
  if (was === undefined || is === undefined || declared === undefined) return [];
  // Arguments are an object whatever the schema says.
  const values = spread(instancesOf(openDocument(base).at(""), poolOf([base, head])).filter(isJsonObject), most);
  tally.samples += values.length;
  const broken = values.filter((value) => was(value) === true && declared(value) === true && is(value) === false);
  return broken.slice(0, 1).map((value) => `missed: ${JSON.stringify(value)}`);
}

function spread<T>(values: readonly T[], wanted: number): readonly T[] {
  const step = Math.max(1, values.length / wanted);
  return Array.from({ length: Math.min(wanted, values.length) }, (_, index) => values[Math.floor(index * step)]).filter(
    (value) => value !== undefined,
  );
}

/** What is said, both ways, of a tool and the same one in other words. The order of an enum's values may be. */
export function rewritingProblems(base: JsonObject, head: JsonObject, compare: CompareSchemas): readonly string[] {
  const said = (from: JsonObject, to: JsonObject) =>
    compare(from, to)
      .filter(({ hidden, id }) => hidden !== true && !id.endsWith("enum-reordered"))
      .map(({ severity, id, message }) => `${severity} ${id}: ${message}`);
  return [...said(base, head), ...said(head, base)];
}

/** Keywords that hold a schema, and those that hold schemas by name or in a list. */
const single = new Set(["items", "additionalProperties", "propertyNames", "contains", "not"]);
const named = new Set(["properties", "patternProperties", "$defs", "definitions"]);
const listed = new Set(["anyOf", "oneOf", "allOf"]);

/**
 * The same schema in other words, of which the dice choose some at each place.
 * @param dice a whole number from 0 to below `sides`
 */
export function rewritten(schema: JsonObject, dice: (sides: number) => number): JsonObject {
  const entries = Object.entries(schema).map(([key, value]): readonly [string, Json] => {
    if (single.has(key) && isJsonObject(value)) return [key, rewrittenPart(value, dice)];
    if (named.has(key) && isJsonObject(value)) {
      const children = Object.entries(value).map(
        ([name, child]) => [name, isJsonObject(child) ? rewrittenPart(child, dice) : child] as const,
      );
      // The order of params is what models read.
      return [key, Object.fromEntries(children)];
    }
    if (listed.has(key) && Array.isArray(value)) {
      return [key, value.map((child) => (isJsonObject(child) ? rewrittenPart(child, dice) : child))];
    }
    return [key, value];
  });
  return Object.fromEntries(dice(2) === 0 ? entries.reverse() : entries);
}

function rewrittenPart(given: JsonObject, dice: (sides: number) => number): JsonObject {
  const schema = rewritten(given, dice);
  const maybe = (again: (one: JsonObject) => JsonObject) => (one: JsonObject) => (dice(3) === 0 ? again(one) : one);
  return spellings.reduce((one, again) => maybe(again)(one), schema);
}

const said = ["title", "description", "default", "examples", "deprecated"];

const spellings: readonly ((schema: JsonObject) => JsonObject)[] = [
  ({ const: constant, ...rest }) => {
    if (constant === undefined) return rest;
    return rest.enum === undefined ? { ...rest, enum: [constant] } : { ...rest, const: constant };
  },
  (schema) => (Array.isArray(schema.enum) ? { ...schema, enum: [...schema.enum].reverse() } : schema),
  (schema) => (Array.isArray(schema.required) ? { ...schema, required: [...schema.required].reverse() } : schema),
  (schema) => (schema.type === "string" && schema.minLength === undefined ? { ...schema, minLength: 0 } : schema),
  (schema) => (schema.type === "array" && schema.minItems === undefined ? { ...schema, minItems: 0 } : schema),
  (schema) =>
    schema.type === "array" && schema.uniqueItems === undefined ? { ...schema, uniqueItems: false } : schema,
  (schema) => (schema.type === "object" && schema.required === undefined ? { ...schema, required: [] } : schema),
  (schema) => {
    if (schema.type !== "object") return schema;
    const { additionalProperties, ...rest } = schema;
    if (additionalProperties === undefined) return { ...rest, additionalProperties: true };
    return additionalProperties === true ? rest : schema;
  },
  ({ minimum, ...rest }) => {
    if (minimum === undefined) return rest;
    const turns = rest.type === "integer" && Number.isSafeInteger(minimum) && rest.exclusiveMinimum === undefined;
    return turns ? { ...rest, exclusiveMinimum: Number(minimum) - 1 } : { ...rest, minimum };
  },
  (schema) => (typeof schema.type === "string" ? { ...schema, type: [schema.type] } : schema),
  (schema) => {
    const { type, enum: values, const: constant, ...rest } = schema;
    if (!Array.isArray(type) || type.length < 2 || values !== undefined || constant !== undefined) return schema;
    if (["anyOf", "oneOf", "allOf", "$ref", "not"].some((key) => key in rest)) return schema;
    const words = Object.entries(rest).filter(([key]) => said.includes(key));
    const asserted = Object.entries(rest).filter(([key]) => !said.includes(key));
    const options = type.map((one): JsonObject => ({ type: one, ...Object.fromEntries(asserted) }));
    return { ...Object.fromEntries(words), anyOf: options };
  },
  (schema) => {
    const words = Object.entries(schema).filter(([key]) => said.includes(key));
    const asserted = Object.entries(schema).filter(([key]) => !said.includes(key));
    return { ...Object.fromEntries(words), allOf: [Object.fromEntries(asserted)] };
  },
];
