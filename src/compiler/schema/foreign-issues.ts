import { sameJson } from "../../contract/alias.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { childPath } from "../../contract/json-pointer.ts";
import { ownValue } from "../../contract/own-property.ts";
import type { Keywords, RawSchema } from "../json-schema/document.ts";
import { dependenciesOf, kindOf, listOf, membersOf, requiredOf } from "../json-schema/read-keywords.ts";
import { meetsPattern } from "./pattern/meets-pattern.ts";
import { type CheckedDocument, targetsOf } from "./subtype/checked-document.ts";
import { tupleOf } from "./subtype/read-keywords.ts";
import { type IssueList, lack, report, surplus, type ValidationIssue, wantedOption } from "./validation-issue.ts";

export interface IssueContext {
  readonly document: CheckedDocument;
  /** The verdict; this file only looks for where it comes from. */
  readonly fits: (raw: RawSchema, value: Json) => boolean;
  readonly atMost: number;
}

/** Empty if and only if the value fits. */
export function findIssues(raw: RawSchema, value: Json, world: IssueContext): readonly ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  walk(raw, value, "", { ...world, issues });
  return issues;
}

interface Walk extends IssueContext, IssueList {}

function walk(raw: RawSchema, value: Json, path: string, on: Walk): void {
  if (on.issues.length >= on.atMost || on.fits(raw, value)) return;
  const before = on.issues.length;
  if (isJsonObject(raw)) {
    const keyword = ownKeyword(raw, value, on);
    if (keyword !== undefined) {
      report(keyword, raw, value, path, on);
      return;
    }
    applicators(raw, value, path, on);
    if (Array.isArray(value)) items(raw, value, path, on);
    else if (isJsonObject(value)) members(raw, value, path, on);
  }
  // Whatever it was, nothing inside it is to blame alone.
  if (on.issues.length === before) report(blamed(raw), isJsonObject(raw) ? raw : {}, value, path, on);
}

/** Keywords that judge a value without looking into it; draft 04's exclusive bounds stand beside the bound. */
const plainKeywords: readonly (readonly [keyword: string, ...beside: string[]])[] = [
  ["type", "nullable"],
  ["enum"],
  ["const"],
  ["minimum", "exclusiveMinimum"],
  ["exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
  ["exclusiveMaximum"],
  ["multipleOf"],
  ["minLength"],
  ["maxLength"],
  ["pattern"],
  ["format"],
  ["minItems"],
  ["maxItems"],
  ["uniqueItems"],
  ["minProperties"],
  ["maxProperties"],
];

function ownKeyword(raw: Keywords, value: Json, { fits }: IssueContext): string | undefined {
  return plainKeywords.find(([keyword, ...beside]) => {
    if (!Object.hasOwn(raw, keyword)) return false;
    const names = [keyword, ...beside].filter((name) => Object.hasOwn(raw, name));
    return !fits(Object.fromEntries(names.map((name) => [name, raw[name]])), value);
  })?.[0];
}

function applicators(raw: Keywords, value: Json, path: string, on: Walk): void {
  for (const target of targetsOf(raw, on.document)) walk(target, value, path, on);
  for (const member of listOf(raw, "allOf") ?? []) walk(member, value, path, on);
  for (const keyword of ["anyOf", "oneOf"]) {
    const options = listOf(raw, keyword);
    if (options === undefined || options.some((option) => on.fits(option, value))) continue;
    const meant = options.filter((option) => isMeant(option, value, on));
    const tag = meant.length === 0 ? tagOf(options, value, on) : undefined;
    if (meant.length === 1) walk(meant[0], value, path, on);
    else if (tag !== undefined) walk(tag, value, path, on);
    else report(keyword, raw, value, path, on, [...new Set(options.map(wantedOption))].join(" or "));
  }
  if (raw.if !== undefined) {
    const branch = on.fits(raw.if, value) ? raw.then : raw.else;
    if (branch !== undefined) walk(branch, value, path, on);
  }
}

/**
 * The member by which options differ, where the value has none of its constants.
 * @returns a schema that demands one of them
 */
function tagOf(options: readonly RawSchema[], value: Json, on: IssueContext): Keywords | undefined {
  if (!isJsonObject(value)) return undefined;
  const targets = options
    .map((option) => targetOf(option, on))
    .filter((target): target is Keywords => target !== undefined && isOfKind(target, value));
  const [first] = targets;
  if (first === undefined || targets.length < 2) return undefined;
  for (const name of Object.keys(propertiesOf(first))) {
    const constants = targets.map((target) => constantsOf(ownValue(propertiesOf(target), name)));
    if (constants.some((each) => each.length === 0)) continue;
    const tag = { properties: { [name]: { enum: constants.flat() } }, required: [name] };
    if (!on.fits(tag, value)) return tag;
  }
  return undefined;
}

function targetOf(option: RawSchema, on: IssueContext): Keywords | undefined {
  if (!isJsonObject(option)) return undefined;
  const target = option.$ref === undefined ? option : targetsOf(option, on.document)[0];
  return isJsonObject(target) ? target : undefined;
}

function isOfKind({ type }: Keywords, value: Json): boolean {
  const kinds = (Array.isArray(type) ? type : [type]).map((name) => (name === "integer" ? "number" : name));
  return type === undefined || kinds.includes(kindOf(value));
}

function propertiesOf({ properties }: Keywords): Keywords {
  return isJsonObject(properties) ? properties : {};
}

/** The values of which a schema takes one; empty: it takes others too. */
function constantsOf(schema: unknown): readonly Json[] {
  if (!isJsonObject(schema)) return [];
  if (Array.isArray(schema.enum)) return schema.enum;
  return schema.const === undefined ? [] : [schema.const];
}

/** An option of the value's kind whose constant members are the value's. */
function isMeant(option: RawSchema, value: Json, on: IssueContext): boolean {
  const target = targetOf(option, on);
  if (target === undefined) return false;
  if (!isOfKind(target, value)) return false;
  if (!isJsonObject(value)) return target.type !== undefined;
  return Object.entries(propertiesOf(target)).every(([name, property]) => {
    const constants = constantsOf(property);
    return constants.length !== 1 || sameJson(constants[0] ?? null, ownValue(value, name) ?? null);
  });
}
function items(raw: Keywords, value: readonly Json[], path: string, on: Walk): void {
  const tuple = tupleOf(raw);
  for (const [index, item] of tuple === undefined ? [] : value.entries()) {
    const schema = index < (tuple?.prefix.length ?? 0) ? tuple?.prefix[index] : tuple?.rest;
    if (schema !== undefined) walk(schema, item, childPath(path, index), on);
  }
}

function members(raw: Keywords, value: JsonObject, path: string, on: Walk): void {
  const shape = membersOf(raw);
  const known = [...(shape?.properties.keys() ?? [])];
  const missing = (name: string) => lack(name, shape?.properties.get(name), path, on);
  for (const name of requiredOf(raw)) if (!Object.hasOwn(value, name)) missing(name);
  for (const { name, required, schema } of dependenciesOf(raw)) {
    if (!Object.hasOwn(value, name)) continue;
    for (const other of required) if (!Object.hasOwn(value, other)) missing(other);
    if (schema !== undefined) walk(schema, value, path, on);
  }
  for (const [name, child] of Object.entries(value)) {
    const at = childPath(path, name);
    const matching = (shape?.patterns ?? []).filter(([pattern]) => meetsPattern(pattern, name));
    const isNamed = shape?.properties.has(name) === true;
    if (isNamed) walk(shape?.properties.get(name), child, at, on);
    for (const [, schema] of matching) walk(schema, child, at, on);
    if (isNamed || matching.length > 0 || shape?.rest === undefined) continue;
    if (shape.rest === false) surplus(name, known, path, on);
    else walk(shape.rest, child, at, on);
  }
  const { propertyNames } = raw;
  if (propertyNames === undefined) return;
  for (const name of Object.keys(value)) {
    if (!on.fits(propertyNames, name)) surplus(name, known, path, on, "propertyNames");
  }
}

/** Keywords that judge the whole, the most telling first. */
const wholeKeywords = ["not", "oneOf", "contains", "unevaluatedProperties", "unevaluatedItems", "if"];

function blamed(raw: RawSchema): string {
  return isJsonObject(raw) ? (wholeKeywords.find((keyword) => raw[keyword] !== undefined) ?? "schema") : "false schema";
}
