import { sameJson } from "../../../contract/alias.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";
import { ownValue } from "../../../contract/own-property.ts";
import { codePointLength } from "../../../contract/utf8.ts";
import {
  isOfType,
  type JsonKind,
  kindOf,
  listOf,
  mapOf,
  numberAt,
  typeNames,
} from "../../json-schema/read-keywords.ts";

const maxDepth = 32;

/**
 * What a schema asks for that a value surely is not; undefined where the value may be valid. Patterns are not run: they
 * come from outside and may take too long.
 */
export function refuses(schema: Json | undefined, value: Json, depth = 0): string | undefined {
  if (schema === false) return "nothing at all";
  if (!isJsonObject(schema) || depth > maxDepth) return undefined;
  const types = typeNames(schema);
  if (types.length > 0 && !types.some((type) => isOfType(type, value))) return types.join(" or ");
  const constant = ownValue(schema, "const");
  if (constant !== undefined && !sameJson(constant, value)) return brief(constant);
  const values = listOf(schema, "enum");
  if (values !== undefined && !values.some((one) => sameJson(one, value))) return "one of its enum";
  return beyondLimits(schema, value) ?? inside(schema, value, depth);
}

function beyondLimits(schema: JsonObject, value: Json): string | undefined {
  const measure = measureOf(value);
  for (const [keyword, kind, holds] of limits) {
    const limit = kind === kindOf(value) ? numberAt(schema, keyword) : undefined;
    if (limit !== undefined && !holds(measure, limit)) return `within ${keyword} ${limit}`;
  }
  return undefined;
}

const isLow = (measure: number, limit: number) => measure >= limit;
const isHigh = (measure: number, limit: number) => measure <= limit;

/** Keywords that limit a number, or the size of a value of their kind. */
const limits: readonly (readonly [keyword: string, kind: JsonKind, holds: typeof isLow])[] = [
  ["minimum", "number", isLow],
  ["maximum", "number", isHigh],
  ["exclusiveMinimum", "number", (measure, limit) => measure > limit],
  ["exclusiveMaximum", "number", (measure, limit) => measure < limit],
  ["minLength", "string", isLow],
  ["maxLength", "string", isHigh],
  ["minItems", "array", isLow],
  ["maxItems", "array", isHigh],
];

function measureOf(value: Json): number {
  if (typeof value === "number") return value;
  if (typeof value === "string") return codePointLength(value);
  return Array.isArray(value) ? value.length : 0;
}

function inside(schema: JsonObject, value: Json, depth: number): string | undefined {
  if (Array.isArray(value)) {
    const items = ownValue(schema, "items");
    if (!isJsonObject(items)) return undefined;
    return first(value, (item) => refuses(items, item, depth + 1));
  }
  if (!isJsonObject(value)) return undefined;
  const missing = (listOf(schema, "required") ?? []).find(
    (key) => typeof key === "string" && !Object.hasOwn(value, key),
  );
  if (typeof missing === "string") return `an object with '${missing}'`;
  const properties = mapOf(schema, "properties");
  return first(Object.keys(properties), (key) => {
    const own = ownValue(value, key);
    return own === undefined ? undefined : refuses(ownValue(properties, key), own, depth + 1);
  });
}

function first<T>(list: readonly T[], ask: (one: T) => string | undefined): string | undefined {
  for (const one of list) {
    const answer = ask(one);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/** A value in a message: short, on one line. */
export function brief(value: Json): string {
  if (Array.isArray(value)) return "a list";
  if (isJsonObject(value)) return "an object";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
