import fc from "fast-check";
import { isJsonObject, type Json, type JsonObject } from "../../../src/contract/json.ts";
import type { Pool } from "./pool.ts";
import { type SchemaDocument, type SchemaPlace, valueAt } from "./schema-document.ts";

// Values near a schema, for the oracle: it knows nothing of the engine that it judges. Candidates are made by walking the
// keywords and kept when a validator accepts them, so a keyword that the walk does not know costs values, never truth.

/** Most candidates of one place, whatever its unions multiply to. */
const most = 1500;
const maxDepth = 6;

/** Values that the place accepts, the smallest first. Equal schemas and pools give equal values in equal order. */
export function instancesOf(place: SchemaPlace, pool: Pool): readonly Json[] {
  const candidates = near(place.schema, { document: place.document, pool, depth: 0 });
  const unique = new Map(candidates.map((value) => [JSON.stringify(value), value]));
  return [...unique.entries()]
    .sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
    .map(([, value]) => value)
    .filter((value) => place.errors(value).length === 0);
}

interface Walk {
  readonly document: SchemaDocument;
  readonly pool: Pool;
  readonly depth: number;
}

const plainTexts = [
  "",
  "a",
  "Ab 1",
  "é😀",
  "https://example.com/a",
  "a@example.com",
  "2026-01-31",
  "2026-01-31T12:00:00Z",
  "12",
];
const plainNumbers = [0, 1, -1, 0.5, 1.5, 2, 10, 100, -100, 1e6];
const anything: readonly Json[] = ["a", "", 1, 1.5, -1, true, false, null, [], ["a"], [1], [{}], {}, { zzExtra: "a" }];

function near(schema: Json, walk: Walk): readonly Json[] {
  if (schema === true) return anything;
  if (!isJsonObject(schema) || walk.depth > maxDepth) return [];
  const deeper = { ...walk, depth: walk.depth + 1 };
  const { $ref, allOf } = schema;
  if (typeof $ref === "string") {
    const target = targetOf($ref, walk);
    return near(isJsonObject(target) ? merged(target, omit(schema, ["$ref"])) : target, deeper);
  }
  if (Array.isArray(allOf)) {
    const parts = allOf.filter(isJsonObject).map((part) => resolved(part, walk));
    return near(parts.reduce(merged, omit(schema, ["allOf"])), deeper);
  }
  const choice = choiceOf(schema);
  if (choice !== undefined) {
    const whole = choice.options.map((option) =>
      isJsonObject(option) ? merged(choice.rest, resolved(option, walk)) : choice.rest,
    );
    return interleaved(whole.map((one) => near(one, deeper)));
  }
  if (schema.const !== undefined) return [schema.const];
  if (Array.isArray(schema.enum)) return schema.enum;
  const types = typeof schema.type === "string" ? [schema.type] : Array.isArray(schema.type) ? schema.type : undefined;
  if (types === undefined)
    return interleaved([
      anything,
      ...["object", "array", "string", "number"].map((type) => ofType(type, schema, deeper)),
    ]);
  return interleaved(types.map((type) => ofType(type, schema, deeper)));
}

/** The options of which a value meets one: those of a union, or the two arms of a condition. */
function choiceOf(schema: JsonObject): { readonly options: readonly Json[]; readonly rest: JsonObject } | undefined {
  for (const key of ["anyOf", "oneOf"]) {
    const options = schema[key];
    if (Array.isArray(options)) return { options, rest: omit(schema, [key]) };
  }
  if (schema.if === undefined) return undefined;
  const arms = ["then", "else"];
  return { options: arms.map((arm) => schema[arm] ?? {}), rest: omit(schema, ["if", ...arms]) };
}

function targetOf($ref: string, walk: Walk): Json {
  return valueAt(walk.document.root, decodeURIComponent($ref.replace(/^#/, "")));
}

function resolved(schema: JsonObject, walk: Walk): JsonObject {
  if (typeof schema.$ref !== "string") return schema;
  const target = targetOf(schema.$ref, walk);
  return isJsonObject(target) ? merged(target, omit(schema, ["$ref"])) : schema;
}

/** Both, roughly: what the merge gets wrong the validator sorts out. */
function merged(a: JsonObject, b: JsonObject): JsonObject {
  const both: { [key: string]: Json } = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const before = both[key];
    if (isJsonObject(before) && isJsonObject(value) && key === "properties") both[key] = { ...before, ...value };
    else if (key === "required" && Array.isArray(before) && Array.isArray(value)) both[key] = [...before, ...value];
    else both[key] = value;
  }
  return both;
}

function ofType(type: Json, schema: JsonObject, walk: Walk): readonly Json[] {
  if (type === "null") return [null];
  if (type === "boolean") return [true, false];
  if (type === "string") return texts(schema, walk.pool);
  if (type === "number" || type === "integer") {
    const numbers = [...plainNumbers, ...walk.pool.numbers];
    return type === "integer" ? numbers.filter(Number.isInteger) : numbers;
  }
  if (type === "array") return lists(schema, walk);
  return type === "object" ? objects(schema, walk) : [];
}

function texts(schema: JsonObject, pool: Pool): readonly string[] {
  const patterns = [...(typeof schema.pattern === "string" ? [schema.pattern] : []), ...pool.patterns];
  return [
    ...plainTexts,
    ...pool.texts,
    ...[...pool.lengths].flatMap((length) => ["x".repeat(length), "😀".repeat(length)]),
    ...patterns.flatMap((pattern) => fc.sample(fc.stringMatching(new RegExp(pattern, "u")), { seed: 1, numRuns: 12 })),
  ];
}

function lists(schema: JsonObject, walk: Walk): readonly Json[] {
  const fixed = [schema.prefixItems, schema.items].find(Array.isArray);
  if (fixed !== undefined) {
    const columns = fixed.map((item) => accepted(item, walk));
    const first = columns.flatMap(([value]) => (value === undefined ? [] : [value]));
    const varied = columns.flatMap((values, at) =>
      values.map((value) => first.map((one, index) => (index === at ? value : one))),
    );
    return [...varied, ...first.map((_, at) => first.slice(0, at)), [...first, "a"], [...first, ...first]];
  }
  const items = Array.isArray(schema.items) ? [] : accepted(schema.items ?? true, walk);
  const [first = "a", second = first] = items;
  const fewest = typeof schema.minItems === "number" ? schema.minItems : 0;
  const counts = [...new Set([fewest, ...walk.pool.lengths])].filter((count) => count <= 600);
  const lengthen = (value: Json) =>
    Array.from({ length: Math.max(1, fewest) }, (_, at) => (at === 0 ? value : (items[at] ?? first)));
  return [
    [],
    ...items.map(lengthen),
    [first, second],
    [first, first],
    ...counts.map((count) => Array.from({ length: count }, (_, at) => items[at % items.length] ?? first)),
  ];
}

function objects(schema: JsonObject, walk: Walk): readonly Json[] {
  const properties = isJsonObject(schema.properties) ? Object.entries(schema.properties) : [];
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === "string") : [];
  const values = new Map(properties.map(([name, property]) => [name, accepted(property, walk)]));
  const least: { [key: string]: Json } = {};
  for (const name of required) least[name] = values.get(name)?.[0] ?? "a";
  const full = { ...least };
  for (const [name, [first]] of values) if (first !== undefined) full[name] = first;
  const varied = properties.flatMap(([name]) => (values.get(name) ?? []).map((value) => ({ ...least, [name]: value })));
  const absent = properties.flatMap(([name]) => [omit(full, [name]), omit(least, [name])]);
  const extras = extraValues(schema, walk).flatMap((value) => [
    { ...least, zzExtra: value },
    { ...full, zzExtra: value },
  ]);
  return [least, full, ...absent, ...varied, ...extras, ...mapped(schema, properties.length, least, walk)].slice(
    0,
    most,
  );
}

/** Where an object declares nothing it is a map, and its callers choose the names: also those that the other side declares. */
function mapped(schema: JsonObject, declared: number, least: JsonObject, walk: Walk): readonly Json[] {
  const patterns = isJsonObject(schema.patternProperties) ? Object.entries(schema.patternProperties) : [];
  const byPattern = patterns.flatMap(([pattern, value]) => {
    const names = fc.sample(fc.stringMatching(new RegExp(pattern, "u")), { seed: 1, numRuns: 3 });
    return names.flatMap((name) => near(value, walk).map((one) => ({ ...least, [name]: one })));
  });
  if (declared > 0 || walk.depth < 2) return byPattern;
  const names = [...walk.pool.names].slice(0, 40);
  return [
    ...byPattern,
    ...names.flatMap((name) => [
      { ...least, [name]: "a" },
      { ...least, [name]: 1 },
    ]),
  ];
}

function extraValues(schema: JsonObject, walk: Walk): readonly Json[] {
  const { additionalProperties: extra } = schema;
  if (extra === false) return [];
  return extra === undefined || extra === true ? ["a", 1, null] : near(extra, walk);
}

/** A sibling that is refused would hide what the others do. */
function accepted(schema: Json, walk: Walk): readonly Json[] {
  return near(schema, walk).filter((value) => walk.document.accepts(schema, value));
}

function omit(value: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

/** One of each in turn, so that a cut at the end leaves something of every option. */
function interleaved(groups: readonly (readonly Json[])[]): readonly Json[] {
  const longest = Math.max(0, ...groups.map((group) => group.length));
  const mixed: Json[] = [];
  for (let at = 0; at < longest && mixed.length < most; at++) {
    for (const group of groups) {
      const value = group[at];
      if (value !== undefined) mixed.push(value);
    }
  }
  return mixed;
}
