import fc from "fast-check";
import { instancesOf } from "../../src/compiler/schema/sample.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json.ts";
import type { JsonSchema } from "../../src/contract/json-schema.ts";
import { setOwn } from "../../src/contract/own-property.ts";

/**
 * Values about a schema: instances, and instances that differ from it in one place, by a value at or beyond a limit there.
 * More than one mistake in a value would hide one behind the other.
 */
export function valuesNear(schema: JsonSchema): fc.Arbitrary<Json> {
  return near(schema, schema, 5);
}

function near(schema: JsonSchema, root: JsonSchema, depth: number): fc.Arbitrary<Json> {
  const target = schema.$ref === undefined ? schema : root.$defs?.[schema.$ref.replace("#/$defs/", "")];
  if (target === undefined) throw new Error(`'${schema.$ref}' leads nowhere`);
  const definitions = root.$defs === undefined ? {} : { $defs: root.$defs };
  const instances = instancesOf({ ...target, ...definitions }, 24);
  const instance = instances.length === 0 ? other : fc.constantFrom<Json>(...instances);
  const parts = depth === 0 ? [] : partsOf(target, (part) => near(part, root, depth - 1));
  const changed = parts.map((part) => fc.tuple(instance, part).map(([value, change]) => change(value)));
  const blank = [target.type].flat().includes("string") ? ["", " "] : [];
  const leaf = fc.constantFrom<Json>(...limitsOf(target).flatMap(around), ...blank, "other");
  return fc.oneof(
    { arbitrary: instance, weight: 3 },
    { arbitrary: leaf, weight: changed.length === 0 ? 3 : 1 },
    { arbitrary: other, weight: changed.length === 0 ? 2 : 1 },
    ...changed.map((arbitrary) => ({ arbitrary, weight: 3 })),
  );
}

type Change = (value: Json) => Json;

/** What may be changed in an instance, one place each. */
function partsOf(
  schema: JsonSchema,
  inside: (part: JsonSchema) => fc.Arbitrary<Json>,
): readonly fc.Arbitrary<Change>[] {
  const { properties = {}, required = [], items, anyOf = [], additionalProperties } = schema;
  const rest = typeof additionalProperties === "object" ? inside(additionalProperties) : other;
  const isObject = [schema.type].flat().includes("object");
  return [
    ...Object.entries(properties).map(([name, part]) => inside(part).map((value) => withMember(name, value))),
    ...required.map((name) => fc.constant<Change>(withoutMember(name))),
    ...(isObject ? [rest.map((value) => withMember("other", value))] : []),
    ...(items === undefined
      ? []
      : [
          inside(items).map(
            (item): Change =>
              () => [item],
          ),
        ]),
    ...(items === undefined ? [] : [lengthened(schema, inside(items))]),
    ...anyOf.map((option) =>
      inside(option).map(
        (value): Change =>
          () =>
            value,
      ),
    ),
  ];
}

function lengthened(schema: JsonSchema, item: fc.Arbitrary<Json>): fc.Arbitrary<Change> {
  const lengths = limitsOf({ ...schema, items: {} }).flatMap((limit) => [limit - 1, limit, limit + 1]);
  const known = lengths.filter((length) => Number.isInteger(length) && length >= 0 && length <= 1_000);
  const numbered = fc.constantFrom(...known, 2).map((length) => Array.from({ length }, (_, index) => `t${index}`));
  const twice = item.map((value) => [value, value]);
  return fc.oneof(numbered, twice).map((value: Json) => () => value);
}

function withMember(name: string, value: Json): Change {
  return (object) => (isJsonObject(object) ? copied({ ...object }, (copy) => setOwn(copy, name, value)) : value);
}

function withoutMember(name: string): Change {
  return (object) => (isJsonObject(object) ? copied(object, (copy) => delete copy[name]) : object);
}

function copied(object: JsonObject, change: (copy: { [name: string]: Json }) => void): JsonObject {
  const copy: { [name: string]: Json } = {};
  for (const [name, value] of Object.entries(object)) setOwn(copy, name, value);
  change(copy);
  return copy;
}

/** The numbers that keywords of this schema name, not those of its parts. */
function limitsOf(schema: JsonSchema): readonly number[] {
  return Object.entries(schema)
    .filter(([keyword]) => /^(?:min|max|exclusive|multiple)/.test(keyword))
    .map(([, limit]) => Number(limit));
}

function around(limit: number): readonly Json[] {
  const numbers = [limit - 1, limit, limit + 1, limit + 0.5, limit / 2, 0.3];
  const lengths = numbers.filter((length) => Number.isInteger(length) && length >= 0 && length <= 100_000);
  return [...numbers, ...lengths.flatMap((length) => ["x".repeat(length), "é".repeat(length)])];
}

const other = fc.constantFrom<Json>(
  ...[null, true, 0, -1, 0.5, 7, "", " ", "a", " a ", "a b", "other"],
  ...["2026-01-31", "2026-02-30", "2026-01-31T12:00:00Z", "2026-12-31T23:59:60Z"],
  ...[[], {}, [1], ["a", "a"], { other: 1 }, { kind: "other" }],
);
