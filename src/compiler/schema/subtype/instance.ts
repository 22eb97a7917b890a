import { sameJson } from "../../../contract/alias.ts";
import type { Json, JsonObject } from "../../../contract/json.ts";
import { findString } from "../pattern/find-string.ts";
import { isMultiple, numberAccepts } from "./accepts.ts";
import type { ArrayBranch, Branch, NumberBranch, ObjectBranch, RawSchema, StringBranch } from "./form.ts";
import { propertySchema } from "./form.ts";
import { readForm, type SchemaDocument } from "./read-form.ts";

// Small instances of schemas, for witnesses. Whether they really are instances is checked by the validators afterwards.

/**
 * A few values of a schema, the smallest first.
 * @returns fewer than asked for where there are no more or none is found; empty for a schema without values
 */
export function instances(raw: RawSchema, count: number, document: SchemaDocument, depth = 0): readonly Json[] {
  if (depth > maxDepth) return [];
  const found: Json[] = [];
  for (const branch of readForm(raw, document).branches) {
    for (const value of branchInstances(branch, count - found.length, document, depth)) {
      if (!found.some((one) => sameJson(one, value))) found.push(value);
    }
    if (found.length >= count) break;
  }
  return found.slice(0, count);
}

const maxDepth = 12;

export function branchInstances(branch: Branch, count: number, document: SchemaDocument, depth = 0): readonly Json[] {
  if (count <= 0) return [];
  switch (branch.kind) {
    case "values":
      return branch.values.slice(0, count);
    case "number":
      return numbersOf(branch, []).slice(0, count);
    case "string":
      return stringsOf(branch, count);
    case "array": {
      const array = arrayWith(branch, [], document, depth);
      return array === undefined ? [] : [array];
    }
    case "object":
      return objectsOf(branch, count, document, depth);
  }
}

/** Values of a number branch: near its bounds, near the given values, and some plain ones; the shortest to write first. */
export function numbersOf(branch: NumberBranch, near: readonly number[]): readonly number[] {
  const edges = [branch.low.value, branch.high.value, ...near, 0].filter(Number.isFinite);
  const step = branch.multiples.reduce((a, b) => (isMultiple(a, b) ? a : a * b), branch.integer ? 1 : 0.5);
  const tried = edges.flatMap((edge) => {
    const base = Math.floor(edge / step) * step;
    return [edge, edge - 1, edge + 1, edge + 0.5, base - step, base, base + step, base + 2 * step, edge + step / 1000];
  });
  const inside = [...new Set(tried)].filter((value) => numberAccepts(branch, value)).map((value) => value + 0);
  return inside.sort((a, b) => `${a}`.length - `${b}`.length || Math.abs(a) - Math.abs(b));
}

function stringsOf(branch: StringBranch, count: number): readonly string[] {
  const found: string[] = [];
  for (let length = branch.minLength; found.length < count && length <= branch.maxLength; ) {
    const answer = findString({ accept: branch.patterns, reject: [], minLength: length, maxLength: branch.maxLength });
    if (answer.kind !== "found") break;
    found.push(answer.text);
    length = Array.from(answer.text).length + 1;
  }
  return found;
}

/** An array that holds the given values, filled up to its least length. */
export function arrayWith(
  branch: ArrayBranch,
  given: readonly Json[],
  document: SchemaDocument,
  depth = 0,
): readonly Json[] | undefined {
  const missing = branch.minItems - given.length;
  if (missing <= 0) return given;
  if (missing > longestMade) return undefined;
  if (!branch.unique) {
    const [filler] = instances(branch.items, 1, document, depth + 1);
    return filler === undefined ? undefined : [...given, ...Array.from({ length: missing }, () => filler)];
  }
  const fillers = instances(branch.items, branch.minItems + 1, document, depth + 1);
  const fresh = fillers.filter((filler) => !given.some((one) => sameJson(one, filler)));
  return fresh.length < missing ? undefined : [...given, ...fresh.slice(0, missing)];
}

const longestMade = 100_000;

function objectsOf(branch: ObjectBranch, count: number, document: SchemaDocument, depth: number): readonly Json[] {
  const smallest = objectWith(branch, {}, document, depth);
  if (smallest === undefined) return [];
  const found: Json[] = [smallest];
  // More of them differ in one property.
  for (const name of branch.properties.keys()) {
    if (found.length >= count) break;
    for (const value of instances(propertySchema(branch, name), count, document, depth + 1)) {
      const varied = withKey(smallest, name, value);
      if (!found.some((one) => sameJson(one, varied))) found.push(varied);
    }
  }
  return found;
}

/** An object that has the given properties and otherwise only what it must have. */
export function objectWith(
  branch: ObjectBranch,
  given: JsonObject,
  document: SchemaDocument,
  depth = 0,
): JsonObject | undefined {
  let object = given;
  for (const name of branch.required) {
    if (Object.hasOwn(object, name)) continue;
    const [value] = instances(propertySchema(branch, name), 1, document, depth + 1);
    if (value === undefined) return undefined;
    object = withKey(object, name, value);
  }
  return object;
}

/** Defines a key, so that one named __proto__ becomes a key too. */
export function withKey(object: JsonObject, name: string, value: Json): JsonObject {
  return Object.fromEntries([...Object.entries(object), [name, value]]);
}
