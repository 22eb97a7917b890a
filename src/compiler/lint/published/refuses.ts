import { sameJson } from "../../../contract/alias.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";
import { ownValue } from "../../../contract/own-property.ts";
import { codePointLength } from "../../../contract/utf8.ts";
import { listAt, mapAt, numberAt, typesOf } from "./read-schema.ts";

const maxDepth = 32;

/**
 * What a schema asks for that a value surely is not; undefined where the value may be valid. Patterns are not run: they
 * come from outside and may take for ever.
 */
export function refuses(schema: Json | undefined, value: Json, depth = 0): string | undefined {
  if (schema === false) return "nothing at all";
  if (!isJsonObject(schema) || depth > maxDepth) return undefined;
  const types = typesOf(schema);
  if (types.length > 0 && !types.some((type) => isOfType(type, value))) return types.join(" or ");
  const constant = ownValue(schema, "const");
  if (constant !== undefined && !sameJson(constant, value)) return brief(constant);
  const values = listAt(schema, "enum");
  if (values !== undefined && !values.some((one) => sameJson(one, value))) return "one of its enum";
  return beyondLimits(schema, value) ?? inside(schema, value, depth);
}

function beyondLimits(schema: JsonObject, value: Json): string | undefined {
  const checks: readonly (readonly [
    keyword: string,
    measure: number | undefined,
    holds: (a: number, b: number) => boolean,
  ])[] =
    typeof value === "number"
      ? [
          ["minimum", value, (a, b) => a >= b],
          ["maximum", value, (a, b) => a <= b],
          ["exclusiveMinimum", value, (a, b) => a > b],
          ["exclusiveMaximum", value, (a, b) => a < b],
        ]
      : typeof value === "string"
        ? [
            ["minLength", codePointLength(value), (a, b) => a >= b],
            ["maxLength", codePointLength(value), (a, b) => a <= b],
          ]
        : Array.isArray(value)
          ? [
              ["minItems", value.length, (a, b) => a >= b],
              ["maxItems", value.length, (a, b) => a <= b],
            ]
          : [];
  for (const [keyword, measure, holds] of checks) {
    const limit = numberAt(schema, keyword);
    if (limit !== undefined && measure !== undefined && !holds(measure, limit)) return `within ${keyword} ${limit}`;
  }
  return undefined;
}

function inside(schema: JsonObject, value: Json, depth: number): string | undefined {
  if (Array.isArray(value)) {
    const items = ownValue(schema, "items");
    if (!isJsonObject(items)) return undefined;
    return first(value, (item) => refuses(items, item, depth + 1));
  }
  if (!isJsonObject(value)) return undefined;
  const missing = (listAt(schema, "required") ?? []).find(
    (key) => typeof key === "string" && !Object.hasOwn(value, key),
  );
  if (typeof missing === "string") return `an object with '${missing}'`;
  const properties = mapAt(schema, "properties") ?? {};
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

export function isOfType(type: string, value: Json): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isJsonObject(value);
    case "integer":
      return typeof value === "number" && Number.isInteger(value);
    case "string":
    case "number":
    case "boolean":
      return typeof value === type;
    default:
      // No type of JSON Schema: nothing can be said.
      return true;
  }
}

/** A value in a message: short, on one line. */
export function brief(value: Json): string {
  if (Array.isArray(value)) return "a list";
  if (isJsonObject(value)) return "an object";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
