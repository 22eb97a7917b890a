import { sameJson } from "./alias.ts";
import { alternativesOf } from "./alternatives.ts";
import { definitionOf } from "./definition.ts";
import { evaluatedItems, evaluatedNames, type Judging } from "./evaluated.ts";
import { describeSchema, knownName } from "./expectation.ts";
import { formatPatterns, isFormatName } from "./formats.ts";
import { describeFound } from "./found.ts";
import { isJsonObject } from "./json.ts";
import { childPath } from "./json-pointer.ts";
import type { JsonSchema, JsonType, SubSchema } from "./json-schema.ts";
import { limits } from "./limits.ts";
import { nearMiss } from "./near-miss.ts";
import { ownValue } from "./own-property.ts";
import { unionTag } from "./union-tag.ts";
import { codePointLength } from "./utf8.ts";
import type { Violation } from "./violation.ts";

export interface ExplainOptions {
  /** True for the pointer of a value that must not be quoted. */
  readonly isSensitive?: (path: string) => boolean;
  /** Pointers of values that were taken off because they were blank. */
  readonly blank?: readonly string[];
  /** "published": formats are not checked. Default: they are. */
  readonly formats?: "checked" | "published";
  /** Violations after which the walk ends. Default: `limits.violations` and one more, so that the answer can add "and others". */
  readonly atMost?: number;
  /** Whether an unknown name is answered with the names that are known, for an author. Default: it is not. */
  readonly namesKnown?: boolean;
}

/**
 * Every way in which a value breaks a schema, in the order of the schema; a small interpreter of exactly the keywords that
 * checks are printed of. Empty if and only if the compiled check of the same schema accepts the value.
 */
export function explain(schema: JsonSchema, value: unknown, options: ExplainOptions = {}): readonly Violation[] {
  const walk: Walk = { root: schema, options, atMost: options.atMost ?? limits.violations + 1, violations: [] };
  visit(schema, value, "", walk);
  return walk.violations;
}

interface Walk {
  readonly root: JsonSchema;
  readonly options: ExplainOptions;
  readonly atMost: number;
  readonly violations: Violation[];
}

function visit(schema: SubSchema, value: unknown, path: string, walk: Walk): void {
  if (walk.violations.length >= walk.atMost || schema === true) return;
  if (schema === false) {
    walk.violations.push({
      path,
      expected: "nothing",
      found: describeFound(value, walk.options.isSensitive?.(path) === true),
    });
    return;
  }
  if (schema.$ref !== undefined) {
    const target = definitionOf(schema.$ref, walk.root);
    if (target !== undefined) visit(target, value, path, walk);
  }
  const isOther =
    (schema.type !== undefined && !hasType(value, schema.type)) ||
    (schema.enum !== undefined && !schema.enum.some((allowed) => sameJson(allowed, value))) ||
    (schema.const !== undefined && !sameJson(schema.const, value));
  if (isOther) {
    report(schema, value, path, walk);
    return;
  }
  if (schema.anyOf !== undefined) anyOf(schema, schema.anyOf, value, path, walk);
  combined(schema, value, path, walk);
  if (typeof value === "string") {
    if (!isValidText(schema, value, walk)) report(schema, value, path, walk);
  } else if (typeof value === "number") {
    if (!isValidNumber(schema, value)) report(schema, value, path, walk);
  } else if (Array.isArray(value)) {
    arrayItems(schema, value, path, walk);
  } else if (isJsonObject(value)) {
    objectFields(schema, value, path, walk);
  }
}

function isValidText(schema: JsonSchema, value: string, { options }: Walk): boolean {
  if (schema.minLength !== undefined && codePointLength(value) < schema.minLength) return false;
  if (schema.maxLength !== undefined && codePointLength(value) > schema.maxLength) return false;
  if (schema.pattern !== undefined && !regExpOf(schema.pattern).test(value)) return false;
  if (options.formats === "published") return true;
  if (schema.format !== undefined && isFormatName(schema.format)) return formatPatterns[schema.format].test(value);
  return true;
}

function isValidNumber(schema: JsonSchema, value: number): boolean {
  if (schema.minimum !== undefined && !(value >= schema.minimum)) return false;
  if (schema.maximum !== undefined && !(value <= schema.maximum)) return false;
  if (schema.exclusiveMinimum !== undefined && !(value > schema.exclusiveMinimum)) return false;
  if (schema.exclusiveMaximum !== undefined && !(value < schema.exclusiveMaximum)) return false;
  return schema.multipleOf === undefined || isMultipleOf(value, schema.multipleOf);
}

function arrayItems(schema: JsonSchema, value: readonly unknown[], path: string, walk: Walk): void {
  const tooFew = schema.minItems !== undefined && value.length < schema.minItems;
  const tooMany = schema.maxItems !== undefined && value.length > schema.maxItems;
  const repeated = schema.uniqueItems === true && hasDuplicates(value);
  if (tooFew || tooMany || repeated || !hasContained(schema, value, walk)) report(schema, value, path, walk);
  const { items, prefixItems = [] } = schema;
  for (let index = 0; index < value.length && walk.violations.length < walk.atMost; index++) {
    const part = index < prefixItems.length ? prefixItems[index] : items;
    if (part !== undefined) visit(part, value[index], childPath(path, index), walk);
  }
  const { unevaluatedItems } = schema;
  if (unevaluatedItems === undefined) return;
  const seen = evaluatedItems(schema, value, judgingAt(path, walk));
  for (const [index, item] of value.entries()) {
    if (!seen.has(index)) visit(unevaluatedItems, item, childPath(path, index), walk);
  }
}

function judgingAt(path: string, walk: Walk): Judging {
  return {
    root: walk.root,
    accepts: (part, one) => accepts(part, one, path, walk),
    matches: (pattern, name) => regExpOf(pattern).test(name),
  };
}

function objectFields(schema: JsonSchema, value: { readonly [key: string]: unknown }, path: string, walk: Walk): void {
  const properties = schema.properties ?? {};
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(value, name)) missing(ownValue(properties, name) ?? {}, childPath(path, name), walk);
  }
  memberRules(schema, value, path, walk);
  const patterns = Object.entries(schema.patternProperties ?? {});
  for (const name of Object.keys(value)) {
    if (walk.violations.length >= walk.atMost) return;
    const matching = patterns.filter(([pattern]) => regExpOf(pattern).test(name));
    for (const [, part] of matching) visit(part, value[name], childPath(path, name), walk);
    const property = ownValue(properties, name);
    if (property !== undefined) {
      // A key without a value is absent in JSON; handlers leave such keys behind.
      if (value[name] === undefined && schema.required?.includes(name) !== true) continue;
      visit(property, value[name], childPath(path, name), walk);
    } else if (matching.length > 0) {
    } else if (schema.additionalProperties === false) {
      unknownName(name, Object.keys(properties), path, walk);
    } else if (typeof schema.additionalProperties === "object") {
      visit(schema.additionalProperties, value[name], childPath(path, name), walk);
    }
  }
  const { unevaluatedProperties } = schema;
  if (unevaluatedProperties === undefined) return;
  const seen = evaluatedNames(schema, value, judgingAt(path, walk));
  for (const [name, child] of Object.entries(value).filter(([name]) => !seen.has(name))) {
    if (unevaluatedProperties === false) unknownName(name, Object.keys(properties), path, walk);
    else visit(unevaluatedProperties, child, childPath(path, name), walk);
  }
}

/** The combinators that only schemas have which stand in YAML as they are. */
function combined(schema: JsonSchema, value: unknown, path: string, walk: Walk): void {
  const { allOf = [], oneOf, not, if: condition } = schema;
  for (const part of allOf) visit(part, value, path, walk);
  if (oneOf !== undefined) {
    const taken = oneOf.filter((option) => accepts(option, value, path, walk)).length;
    const options = oneOf.filter(isObjectSchema);
    if (taken === 0) anyOf({ ...schema, anyOf: options }, options, value, path, walk, "exactly");
    else if (taken > 1) severalTake(options, value, path, walk);
  }
  if (not !== undefined && accepts(not, value, path, walk))
    reportAs("another value, which the schema excludes", value, path, walk);
  if (condition === undefined) return;
  const branch = accepts(condition, value, path, walk) ? schema.then : schema.else;
  if (branch !== undefined) visit(branch, value, path, walk);
}

function isObjectSchema(schema: SubSchema): schema is JsonSchema {
  return typeof schema === "object";
}

function accepts(schema: SubSchema, value: unknown, path: string, walk: Walk): boolean {
  const violations: Violation[] = [];
  visit(schema, value, path, { ...walk, atMost: 1, violations });
  return violations.length === 0;
}

function hasContained(
  { contains, minContains = 1, maxContains }: JsonSchema,
  value: readonly unknown[],
  walk: Walk,
): boolean {
  if (contains === undefined) return true;
  const count = value.filter((item) => accepts(contains, item, "", walk)).length;
  return count >= minContains && (maxContains === undefined || count <= maxContains);
}

/** What is said of an object's members together. */
function memberRules(schema: JsonSchema, value: { readonly [key: string]: unknown }, path: string, walk: Walk): void {
  const { minProperties = 0, maxProperties, propertyNames, dependentRequired = {}, dependentSchemas = {} } = schema;
  const names = Object.keys(value);
  if (names.length < minProperties) reportAs(`at least ${minProperties} members`, value, path, walk);
  if (maxProperties !== undefined && names.length > maxProperties)
    reportAs(`at most ${maxProperties} members`, value, path, walk);
  for (const name of propertyNames === undefined ? [] : names) {
    if (!accepts(propertyNames ?? true, name, "", walk)) unknownName(name, undefined, path, walk);
  }
  for (const [name, others] of Object.entries(dependentRequired)) {
    for (const other of Object.hasOwn(value, name) ? others : []) {
      if (!Object.hasOwn(value, other))
        missing(ownValue(schema.properties ?? {}, other) ?? {}, childPath(path, other), walk);
    }
  }
  for (const [name, part] of Object.entries(dependentSchemas)) {
    if (Object.hasOwn(value, name)) visit(part, value, path, walk);
  }
}

function reportAs(expected: string, value: unknown, path: string, walk: Walk): void {
  walk.violations.push({ path, expected, found: describeFound(value, walk.options.isSensitive?.(path) === true) });
}

/**
 * Of the options the one that the value was meant to be is explained; where that can't be decided, all are named. An option
 * is meant when it alone has the value's JSON type, or when its constant fields are the value's.
 */
function anyOf(
  schema: JsonSchema,
  options: readonly JsonSchema[],
  value: unknown,
  path: string,
  walk: Walk,
  many: "at least" | "exactly" = "at least",
): void {
  if (options.some((option) => accepts(option, value, path, walk))) return;
  const meant = options.filter((option) => isMeant(option, value, walk.root));
  const only = meant[0];
  if (meant.length === 1 && only !== undefined) visit(only, value, path, walk);
  else if (isJsonObject(value) && wrongTag(options, value, path, walk)) return;
  else if (!namesMissing(many, options, value, path, walk)) report(schema, value, path, walk);
}

/** Reports which members decide, where an object has those of no alternative. */
function namesMissing(
  many: "at least" | "exactly",
  options: readonly JsonSchema[],
  value: unknown,
  path: string,
  walk: Walk,
): boolean {
  const alternatives = alternativesOf(options, value, walk.root);
  if (alternatives?.given !== 0) return false;
  walk.violations.push({ path, expected: `${many} one of ${alternatives.text}`, found: "none of them" });
  return true;
}

function severalTake(options: readonly JsonSchema[], value: unknown, path: string, walk: Walk): void {
  const alternatives = alternativesOf(options, value, walk.root);
  if (alternatives === undefined) reportAs("what exactly one of the alternatives takes", value, path, walk);
  else {
    const found = `${alternatives.given} of them`;
    walk.violations.push({ path, expected: `exactly one of ${alternatives.text}`, found });
  }
}

/** Reports the field that says which object is meant, where it is missing or says none of them. */
function wrongTag(
  options: readonly JsonSchema[],
  value: { readonly [key: string]: unknown },
  path: string,
  walk: Walk,
): boolean {
  const tag = unionTag(options, walk.root);
  const said = tag && ownValue(value, tag.name);
  if (tag === undefined || tag.values.enum.some((one) => sameJson(one, said))) return false;
  if (said === undefined) missing(tag.values, childPath(path, tag.name), walk);
  else report(tag.values, said, childPath(path, tag.name), walk);
  return true;
}

function isMeant(option: JsonSchema, value: unknown, root: JsonSchema): boolean {
  const schema = option.$ref === undefined ? option : (definitionOf(option.$ref, root) ?? option);
  if (schema.type !== undefined && !hasType(value, looseType(schema.type))) return false;
  if (!isJsonObject(value)) return schema.type !== undefined;
  return Object.entries(schema.properties ?? {}).every(([name, property]) => {
    const constant = property.const ?? (property.enum?.length === 1 ? property.enum[0] : undefined);
    return constant === undefined || sameJson(constant, ownValue(value, name));
  });
}

/** A fraction where an integer was wanted is still meant as the number. */
function looseType(type: JsonType | readonly JsonType[]): readonly JsonType[] {
  return (typeof type === "string" ? [type] : type).map((name) => (name === "integer" ? "number" : name));
}

function report(schema: JsonSchema, value: unknown, path: string, walk: Walk): void {
  const isSecret = walk.options.isSensitive?.(path) === true;
  const near = isSecret || typeof value !== "string" ? undefined : nearMiss(value, textsOf(schema));
  walk.violations.push({
    path,
    expected: describeSchema(schema, walk.root),
    found: describeFound(value, isSecret),
    ...(near === undefined || near === value ? {} : { nearMiss: near }),
  });
}

function missing(schema: JsonSchema, path: string, walk: Walk): void {
  const found = walk.options.blank?.includes(path) === true ? "a blank text" : "nothing";
  walk.violations.push({ path, expected: describeSchema(schema, walk.root), found });
}

/** @param known undefined: which names there may be is said by a schema */
function unknownName(name: string, known: readonly string[] | undefined, path: string, walk: Walk): void {
  const near = known === undefined ? undefined : nearMiss(name, known);
  walk.violations.push({
    path: childPath(path, name),
    expected: walk.options.namesKnown === true && known !== undefined ? namesOf(known) : "a known name",
    found: "an unknown name",
    ...(near === undefined ? {} : { nearMiss: near }),
  });
}

function namesOf(known: readonly string[]): string {
  return known.length === 0 ? "no name" : knownName(known);
}

function textsOf(schema: JsonSchema): readonly string[] {
  return (schema.enum ?? []).filter((value) => typeof value === "string");
}

function hasType(value: unknown, type: JsonType | readonly JsonType[]): boolean {
  return typeof type === "string" ? isOfType(value, type) : type.some((name) => isOfType(value, name));
}

function isOfType(value: unknown, type: JsonType): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "boolean":
      return typeof value === "boolean";
    case "integer":
      return Number.isInteger(value);
    case "number":
      return Number.isFinite(value);
    case "string":
      return typeof value === "string";
    case "array":
      return Array.isArray(value);
    case "object":
      return isJsonObject(value);
  }
}

/** Fractions are compared with the tolerance that the compiled check has: 0.3 is a multiple of 0.1. */
function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isInteger(value) && (1 / divisor) % 1 === 0) return true;
  const rest = value % divisor;
  return Math.min(Math.abs(rest), Math.abs(rest - divisor), Math.abs(rest + divisor)) < 1e-10;
}

function hasDuplicates(items: readonly unknown[]): boolean {
  const seen = new Set<string>();
  for (const item of items) {
    const text = sortedText(item);
    if (seen.has(text)) return true;
    seen.add(text);
  }
  return false;
}

/** Equal for equal JSON values, whatever the order of their keys. */
function sortedText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedText).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? "undefined";
  const parts = Object.keys(value).sort();
  return `{${parts.map((key) => `${JSON.stringify(key)}:${sortedText(value[key])}`).join(",")}}`;
}

const regExps = new Map<string, RegExp>();

/** Patterns come from our own schemas, so there are few of them. */
function regExpOf(pattern: string): RegExp {
  let compiled = regExps.get(pattern);
  if (compiled === undefined) {
    compiled = new RegExp(pattern, "u");
    regExps.set(pattern, compiled);
  }
  return compiled;
}
