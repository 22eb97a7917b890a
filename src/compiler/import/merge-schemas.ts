import { sameJson } from "../../contract/alias.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { setOwn } from "../../contract/own-property.ts";
import { made, type RawSchema, sourceOf } from "./raw-schema.ts";

// `allOf` folded away: two schemas that must both hold, as one. What can't be said in one is told to `clash`.

type Fields = { [key: string]: Json };

/**
 * @param clash is told a keyword of `b` that is given up; the result then takes more than both schemas together
 */
export function mergeSchemas(
  schema: RawSchema,
  a: JsonObject,
  b: JsonObject,
  clash: (keyword: string, of: JsonObject) => void,
): JsonObject {
  const merged: Fields = {};
  for (const [key, value] of Object.entries(a)) setOwn(merged, key, value);
  for (const [key, theirs] of Object.entries(b)) {
    if (key === "properties" || key === "additionalProperties") continue;
    const ours = Object.hasOwn(merged, key) ? merged[key] : undefined;
    if (ours === undefined) setOwn(merged, key, theirs);
    else if (!sameJson(ours, theirs)) {
      const both = bothOf(schema, key, ours, theirs);
      if (both !== undefined) setOwn(merged, key, both);
      else if (!texts.has(key)) clash(key, b);
    }
  }
  mergeProperties(schema, merged, a, b, clash);
  const sources = new Map([b, a].flatMap((part) => Object.keys(part).map((key) => [key, sourceOf(schema, part, key)])));
  made(schema, merged, a);
  schema.sources.set(merged, sources);
  return merged;
}

/** Of two texts the first is as good as the second. */
const texts = new Set([
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "$comment",
  "$schema",
  "$id",
  "id",
]);

function bothOf(schema: RawSchema, key: string, a: Json, b: Json): Json | undefined {
  switch (key) {
    case "type":
      return bothTypes(a, b);
    case "required":
      return Array.isArray(a) && Array.isArray(b) ? [...new Set([...(a as Json[]), ...(b as Json[])])] : undefined;
    case "enum":
      return Array.isArray(a) && Array.isArray(b)
        ? a.filter((value: Json) => b.some((other: Json) => sameJson(value, other)))
        : undefined;
    case "minimum":
    case "exclusiveMinimum":
    case "minLength":
    case "minItems":
    case "minProperties":
      return typeof a === "number" && typeof b === "number" ? Math.max(a, b) : undefined;
    case "maximum":
    case "exclusiveMaximum":
    case "maxLength":
    case "maxItems":
    case "maxProperties":
      return typeof a === "number" && typeof b === "number" ? Math.min(a, b) : undefined;
    case "uniqueItems":
      return a === true || b === true;
    case "items":
      return Array.isArray(a) || Array.isArray(b) ? undefined : conjunction(schema, a, b);
    case "multipleOf":
      return bothMultiples(a, b);
    case "$defs":
    case "definitions":
      // References go through the root, whatever stands here.
      return a;
    default:
      return undefined;
  }
}

function bothTypes(a: Json, b: Json): Json | undefined {
  const left = listed(a);
  const right = listed(b);
  const both = left.flatMap((type) => {
    if (right.includes(type)) return [type];
    if (type === "integer" && right.includes("number")) return ["integer"];
    if (type === "number" && right.includes("integer")) return ["integer"];
    return [];
  });
  return both.length === 0 ? undefined : both.length === 1 ? both[0] : both;
}

function bothMultiples(a: Json, b: Json): Json | undefined {
  if (typeof a !== "number" || typeof b !== "number" || a <= 0 || b <= 0) return undefined;
  if (!Number.isSafeInteger(a) || !Number.isSafeInteger(b)) return undefined;
  const least = (a / divisor(a, b)) * b;
  return Number.isSafeInteger(least) ? least : undefined;
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}

function listed(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [value];
}

function conjunction(schema: RawSchema, a: Json, b: Json): Json {
  if (a === true) return b;
  if (b === true) return a;
  if (a === false || b === false) return false;
  return made(schema, { allOf: [a, b] }, a);
}

/** A property that only one side names must keep what the other says of all further ones. */
function mergeProperties(
  schema: RawSchema,
  merged: Fields,
  a: JsonObject,
  b: JsonObject,
  clash: (keyword: string, of: JsonObject) => void,
): void {
  const left = isJsonObject(a.properties) ? a.properties : {};
  const right = isJsonObject(b.properties) ? b.properties : {};
  const restOf = (side: JsonObject) => (side.additionalProperties === undefined ? true : side.additionalProperties);
  for (const [side, other] of [
    [a, b],
    [b, a],
  ] as const) {
    // Which names a pattern takes, nobody but a validator can say.
    if (restOf(side) !== true && side.patternProperties !== undefined && other.properties !== undefined) {
      clash("patternProperties", side);
    }
  }
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  if (names.size > 0) {
    const properties: Fields = {};
    for (const name of names) {
      const mine = Object.hasOwn(left, name) ? (left[name] ?? true) : restOf(a);
      const theirs = Object.hasOwn(right, name) ? (right[name] ?? true) : restOf(b);
      setOwn(properties, name, conjunction(schema, mine, theirs));
    }
    setOwn(merged, "properties", properties);
  }
  const rest = conjunction(schema, restOf(a), restOf(b));
  if (rest !== true) setOwn(merged, "additionalProperties", rest);
}
