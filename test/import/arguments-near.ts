import fc from "fast-check";
import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json.ts";

// Values that fit a JSON Schema of anybody's making, or nearly do: guesses by its keywords, with strays in between.

const strays: readonly Json[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  2.5,
  3,
  100,
  "",
  " ",
  "a",
  "abc",
  "2026-01-31",
  "x".repeat(70),
  [],
  [1],
  {},
  { a: 1 },
];

export function argumentsNear(schema: JsonObject): fc.Arbitrary<JsonObject> {
  return near(schema, schema, 0).filter(isJsonObject);
}

function near(schema: unknown, root: JsonObject, depth: number): fc.Arbitrary<Json> {
  const stray = fc.constantFrom(...strays);
  if (!isJsonObject(schema) || depth > 6) return stray;
  const guesses = guessesOf(schema, root, depth);
  const fitting = guesses.length === 0 ? stray : fc.oneof(...guesses);
  return depth === 0 ? fitting : fc.oneof({ weight: 14, arbitrary: fitting }, { weight: 1, arbitrary: stray });
}

function guessesOf(schema: JsonObject, root: JsonObject, depth: number): fc.Arbitrary<Json>[] {
  const guesses: fc.Arbitrary<Json>[] = [];
  if (typeof schema.$ref === "string") guesses.push(near(lookUp(schema.$ref, root), root, depth + 1));
  if (schema.const !== undefined) guesses.push(fc.constant(schema.const));
  if (Array.isArray(schema.enum) && schema.enum.length > 0) guesses.push(fc.constantFrom(...(schema.enum as Json[])));
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    const options = schema[keyword];
    // Beside alternatives stands what holds for all of them.
    const { [keyword]: _alternatives, ...rest } = schema;
    if (Array.isArray(options)) {
      guesses.push(
        ...options.map((option: Json) => near(isJsonObject(option) ? merged(rest, option) : option, root, depth + 1)),
      );
    }
  }
  if (guesses.length > 0) return guesses;
  const types =
    typeof schema.type === "string" ? [schema.type] : Array.isArray(schema.type) ? schema.type : impliedTypes(schema);
  return types.map((type: Json) => ofType(type, schema, root, depth));
}

function merged(rest: JsonObject, option: JsonObject): JsonObject {
  const properties = {
    ...(isJsonObject(rest.properties) ? rest.properties : {}),
    ...(isJsonObject(option.properties) ? option.properties : {}),
  };
  return { ...rest, ...option, ...(Object.keys(properties).length === 0 ? {} : { properties }) };
}

function impliedTypes(schema: JsonObject): readonly string[] {
  if (schema.properties !== undefined || schema.additionalProperties !== undefined) return ["object"];
  return schema.items === undefined && schema.prefixItems === undefined ? ["string", "number"] : ["array"];
}

function lookUp(ref: string, root: JsonObject): unknown {
  if (!ref.startsWith("#")) return undefined;
  return ref
    .split("/")
    .slice(1)
    .reduce<unknown>(
      (at, key) => (isJsonObject(at) ? at[decodeURIComponent(key)] : Array.isArray(at) ? at[Number(key)] : undefined),
      root,
    );
}

function ofType(type: Json, schema: JsonObject, root: JsonObject, depth: number): fc.Arbitrary<Json> {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number":
      return numbersNear(schema);
    case "string":
      return textsNear(schema);
    case "array":
      return listsNear(schema, root, depth);
    default:
      return objectsNear(schema, root, depth);
  }
}

function numbersNear(schema: JsonObject): fc.Arbitrary<number> {
  const bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "default"]
    .map((keyword) => schema[keyword])
    .filter((value) => typeof value === "number" && Math.abs(value) < 1e12)
    .flatMap((value) => [Number(value), Number(value) + 1, Number(value) - 1, Number(value) + 0.5, Number(value) * 2]);
  return fc.constantFrom(0, 1, 2, 3, 6, 1.5, -1, ...bounds);
}

function textsNear(schema: JsonObject): fc.Arbitrary<string> {
  const lengths = ["minLength", "maxLength"]
    .map((keyword) => schema[keyword])
    .filter((value) => typeof value === "number" && value >= 0 && value < 2000)
    .flatMap((value) => [Number(value), Number(value) + 1, Math.max(0, Number(value) - 1)])
    .map((length) => "é".repeat(length));
  const samples = [
    "",
    " ",
    "a",
    "ab",
    " padded ",
    "abc-12",
    "2026-01-31",
    "2026-01-31to2026-02-28",
    "2026-01-31T12:00:00Z",
  ];
  const formed = ["https://example.com/x", "ann@example.com", "123e4567-e89b-12d3-a456-426614174000", "💡", "A_1"];
  const given = typeof schema.default === "string" ? [schema.default] : [];
  return fc.constantFrom(...samples, ...formed, ...lengths, ...given);
}

function listsNear(schema: JsonObject, root: JsonObject, depth: number): fc.Arbitrary<Json> {
  const tuple = Array.isArray(schema.prefixItems)
    ? schema.prefixItems
    : Array.isArray(schema.items)
      ? schema.items
      : undefined;
  const items =
    tuple === undefined
      ? near(schema.items, root, depth + 1)
      : fc.oneof(...tuple.map((item: Json) => near(item, root, depth + 1)), fc.constantFrom(...strays));
  const low =
    typeof schema.minItems === "number" && schema.minItems < 20 ? Math.max(0, Math.floor(schema.minItems)) : 0;
  const lists = fc.array(items, { minLength: Math.max(0, low - 1), maxLength: Math.max(3, low + 1) });
  return tuple === undefined
    ? lists
    : fc.oneof(lists, fc.tuple(...tuple.map((item: Json) => near(item, root, depth + 1))));
}

function objectsNear(schema: JsonObject, root: JsonObject, depth: number): fc.Arbitrary<Json> {
  const properties = isJsonObject(schema.properties) ? Object.entries(schema.properties) : [];
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const parts = properties.map(([name, property]) =>
    fc.oneof(
      {
        weight: required.has(name) ? 12 : 3,
        arbitrary: near(property, root, depth + 1).map((value): [string, Json][] => [[name, value]]),
      },
      // Of many params few are given at a time, or hardly a call would be valid.
      { weight: required.has(name) ? 1 : Math.max(4, properties.length), arbitrary: fc.constant<[string, Json][]>([]) },
    ),
  );
  const further = isJsonObject(schema.additionalProperties)
    ? near(schema.additionalProperties, root, depth + 1)
    : fc.constantFrom(...strays);
  const names = fc.constantFrom("other", "x-extra", ...[...required].filter((name) => typeof name === "string"));
  const others = fc.oneof(
    { weight: 5, arbitrary: fc.constant<[string, Json][]>([]) },
    { weight: 1, arbitrary: fc.tuple(names, further).map((entry): [string, Json][] => [entry]) },
  );
  return fc.tuple(others, ...parts).map((all) => Object.fromEntries(all.flat()));
}
