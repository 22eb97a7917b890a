import { definitionOf } from "../../contract/definition.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { childPath } from "../../contract/json-pointer.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { openDocument, resolve } from "./document.ts";
import { plainReferences } from "./plain-references.ts";
import { isTypeName } from "./read-keywords.ts";
import { childEntries, treatmentOf } from "./vocabulary.ts";
import { type SchemaNode, walkSchema } from "./walk-schema.ts";

/** A keyword that no check can be printed of. */
export interface Unchecked {
  /** To the keyword. */
  readonly pointer: string;
  readonly keyword: string;
  readonly why: string;
}

/**
 * Whatever in a JSON Schema asserts something and can't be checked as it stands: keywords that need more than one look at a value,
 * spellings of older drafts that mean something else today, values of another form. Keywords of no vocabulary assert nothing.
 */
export function uncheckable(raw: Json): readonly Unchecked[] {
  if (!isJsonObject(raw)) return [];
  const { nodes, cut } = walkSchema(raw, "");
  const found = nodes.flatMap(({ schema, at }) =>
    Object.entries(schema).flatMap(([keyword, value]): Unchecked[] => {
      const why = problemOf(schema, keyword, value);
      return why === undefined ? [] : [{ pointer: childPath(at, keyword), keyword, why }];
    }),
  );
  return cut ? [...found, { pointer: "", keyword: "$defs", why: "it is larger than a check may be" }] : found;
}

function problemOf(schema: JsonObject, keyword: string, value: Json): string | undefined {
  const treatment = treatmentOf(keyword);
  if (treatment === undefined || treatment.kind === "annotates") return undefined;
  const isRight = Object.hasOwn(forms, keyword) ? forms[keyword] : undefined;
  if (isRight === undefined) return names.has(keyword) ? undefined : "no check is made of it";
  if (!isRight(value)) return "its value has another form";
  const isSchemas = childEntries(schema, keyword).every(
    ([, child]) => isJsonObject(child) || typeof child === "boolean",
  );
  return isSchemas ? undefined : "it holds what is not a schema";
}

/** The document as a check is printed of it: names are resolved, so that references are pointers. undefined: one leads nowhere. */
export function enforcedForm(root: JsonSchema): JsonSchema | undefined {
  if (!says(referring, root)) return root;
  return enforcedBy(root, walkSchema(root as JsonObject, "").nodes);
}

function enforcedBy(root: JsonSchema, nodes: readonly SchemaNode[]): JsonSchema | undefined {
  const hasNames = nodes.some(
    ({ schema }) =>
      naming.some((keyword) => schema[keyword] !== undefined) ||
      (schema !== root && schema.$id !== undefined) ||
      (typeof schema.$ref === "string" && schema.$ref !== "#" && !schema.$ref.startsWith("#/")),
  );
  // Of a schema only its references are others.
  return hasNames ? (plainReferences(root as JsonObject) as JsonSchema | undefined) : root;
}

const naming = ["$anchor", "$dynamicAnchor", "$dynamicRef"] as const;

/** References of a whole document that lead nowhere in it: pointers to their keywords. */
export function danglingReferences(root: JsonObject): readonly string[] {
  const document = openDocument(root);
  return walkSchema(root, "").nodes.flatMap(({ schema, at }) =>
    ["$ref", "$dynamicRef"].flatMap((keyword) => {
      const text = schema[keyword];
      const isDangling = typeof text === "string" && resolve(text, schema, document) === undefined;
      return isDangling ? [childPath(at, keyword)] : [];
    }),
  );
}

/**
 * Why a check of a whole document might not end, or not soon: a reference that leads nowhere, one that leads back to the same
 * value, or so many that double at each step.
 */
export function endlessCheck(document: JsonObject): string | undefined {
  if (!says(looking, document)) return undefined;
  const { nodes } = walkSchema(document, "");
  const root = enforcedBy(document as JsonSchema, nodes) as JsonObject | undefined;
  if (root === undefined) return "a reference leads nowhere, or to another document";
  const costs = new Map<object, number>();
  const open = new Set<object>();
  let problem: string | undefined;
  /** How many schemas look at one value. */
  const costOf = (schema: unknown): number => {
    if (!isJsonObject(schema)) return 1;
    const known = costs.get(schema);
    if (known !== undefined) return known;
    if (open.has(schema)) problem ??= "a reference leads back to the same value";
    if (problem !== undefined) return 1;
    open.add(schema);
    let cost = 1;
    for (const keyword of Object.keys(schema)) {
      const treatment = treatmentOf(keyword);
      if (treatment?.kind !== "asserts" || !("inPlace" in treatment)) continue;
      for (const [, child] of childEntries(schema, keyword)) cost += costOf(child);
      if (keyword === "$ref") cost += costOf(targetOf(schema.$ref));
    }
    open.delete(schema);
    costs.set(schema, cost);
    if (cost > maxCost) problem ??= `more than ${maxCost} schemas look at one value`;
    return cost;
  };
  const targetOf = (ref: Json | undefined): unknown => {
    // What a type names of the document, it is asked for by name only.
    const target = typeof ref === "string" ? definitionOf(ref, root as JsonSchema) : undefined;
    if (target === undefined) problem ??= `the reference ${JSON.stringify(ref)} leads nowhere`;
    return target;
  };
  for (const { schema } of root === document ? nodes : walkSchema(root, "").nodes) costOf(schema);
  return problem;
}

const maxCost = 2000;

/** They name a schema, or refer to one. */
const referring: ReadonlySet<string> = new Set([...naming, "$id", "$ref"]);

/** Those, and what holds schemas that look at the same value as the one around them. */
const looking: ReadonlySet<string> = new Set([
  ...referring,
  ...["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies"],
]);

/** Does a document say one of the keywords anywhere, or has a property of that name? Most don't, and a walk takes longer. */
function says(keywords: ReadonlySet<string>, document: object): boolean {
  const waiting: unknown[] = [document];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (!isContainer(value)) continue;
    if (!Array.isArray(value) && Object.keys(value).some((key) => keywords.has(key))) return true;
    // Not spread: a list may be longer than a call's arguments.
    for (const child of Object.values(value)) if (isContainer(child)) waiting.push(child);
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Keywords of a root that change nothing for values, and that our own schemas don't have. */
export const annotationKeywords: ReadonlySet<string> = new Set(["$schema", "$id", "$comment", "title"]);

/** They name a document or a dialect, and say nothing of values. */
const names: ReadonlySet<string> = new Set(["$id", "$schema", "$vocabulary"]);

const isMap = (value: Json): boolean => isJsonObject(value);
const isSchema = (value: Json): boolean => isJsonObject(value) || typeof value === "boolean";
const isFullList = (value: Json): boolean => Array.isArray(value) && value.length > 0;
const isCount = (value: Json): boolean => typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
const isText = (value: Json): boolean => typeof value === "string";
const isNumber = (value: Json): boolean => typeof value === "number";
const isNames = (value: Json): boolean => Array.isArray(value) && value.every((name) => typeof name === "string");
const isPattern = (value: Json): boolean => typeof value === "string" && compiles(value);

/** Keyword → whether a check is printed of such a value. */
const forms: { readonly [keyword: string]: (value: Json) => boolean } = {
  $ref: isText,
  $dynamicRef: isText,
  $anchor: isText,
  $dynamicAnchor: isText,
  $defs: isMap,
  definitions: isMap,
  allOf: isFullList,
  anyOf: isFullList,
  oneOf: isFullList,
  not: isSchema,
  // biome-ignore lint/suspicious/noThenProperty: a table of keywords, never awaited
  ...{ if: isSchema, then: isSchema, else: isSchema },
  dependentSchemas: isMap,
  prefixItems: isFullList,
  items: isSchema,
  contains: isSchema,
  properties: isMap,
  patternProperties: (value) => isJsonObject(value) && Object.keys(value).every(compiles),
  additionalProperties: isSchema,
  propertyNames: isSchema,
  unevaluatedProperties: isSchema,
  unevaluatedItems: isSchema,
  type: (value) =>
    typeof value === "string"
      ? isTypeName(value)
      : Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === "string" && isTypeName(name)),
  enum: (value) => Array.isArray(value),
  const: () => true,
  multipleOf: (value) => typeof value === "number" && value > 0,
  maximum: isNumber,
  exclusiveMaximum: isNumber,
  minimum: isNumber,
  exclusiveMinimum: isNumber,
  maxLength: isCount,
  minLength: isCount,
  pattern: isPattern,
  maxItems: isCount,
  minItems: isCount,
  uniqueItems: (value) => typeof value === "boolean",
  maxContains: isCount,
  minContains: isCount,
  maxProperties: isCount,
  minProperties: isCount,
  required: isNames,
  dependentRequired: (value) => isJsonObject(value) && Object.values(value).every(isNames),
  format: (value) => typeof value === "string",
};

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
