import { isJsonObject } from "../../contract/json.ts";

// Every keyword of the JSON Schema 2020-12 vocabularies, and those of older drafts that servers still publish. The walk
// through a document, the identity of schemas and the guard against forgotten keywords all read this table.

/** Where subschemas stand in a keyword's value. */
export type Holds = "schema" | "list" | "map" | "schema-or-list" | "map-of-schemas-or-names";

export type Treatment =
  /** Both the evaluator and the search know what it asserts. */
  | { readonly kind: "asserts"; readonly holds?: Holds; readonly inPlace?: true }
  /** Names something, or keeps schemas to be referred to. */
  | { readonly kind: "identifies"; readonly holds?: Holds }
  /** Asserts nothing. */
  | { readonly kind: "annotates"; readonly holds?: Holds }
  /** Makes the answer "unknown" unless it turns out to be a plain reference. */
  | { readonly kind: "undecided"; readonly holds?: undefined };

const asserts = { kind: "asserts" } as const;
const annotates = { kind: "annotates" } as const;

/** @see JSON Schema 2020-12 core, sections 8, 10 and 11, and validation, sections 6 to 9 */
export const keywords2020 = {
  $id: { kind: "identifies" },
  $schema: { kind: "identifies" },
  $vocabulary: { kind: "identifies" },
  $anchor: { kind: "identifies" },
  $dynamicAnchor: { kind: "identifies" },
  $defs: { kind: "identifies", holds: "map" },
  $ref: { kind: "asserts", inPlace: true },
  $dynamicRef: { kind: "undecided" },
  $comment: annotates,
  allOf: { kind: "asserts", holds: "list", inPlace: true },
  anyOf: { kind: "asserts", holds: "list", inPlace: true },
  oneOf: { kind: "asserts", holds: "list", inPlace: true },
  not: { kind: "asserts", holds: "schema", inPlace: true },
  // biome-ignore lint/suspicious/noThenProperty: a table of keywords, never awaited
  ...{ if: ifThenElse(), then: ifThenElse(), else: ifThenElse() },
  dependentSchemas: { kind: "asserts", holds: "map", inPlace: true },
  prefixItems: { kind: "asserts", holds: "list" },
  items: { kind: "asserts", holds: "schema-or-list" },
  contains: { kind: "asserts", holds: "schema" },
  properties: { kind: "asserts", holds: "map" },
  patternProperties: { kind: "asserts", holds: "map" },
  additionalProperties: { kind: "asserts", holds: "schema" },
  propertyNames: { kind: "asserts", holds: "schema" },
  unevaluatedItems: { kind: "asserts", holds: "schema" },
  unevaluatedProperties: { kind: "asserts", holds: "schema" },
  type: asserts,
  enum: asserts,
  const: asserts,
  multipleOf: asserts,
  maximum: asserts,
  exclusiveMaximum: asserts,
  minimum: asserts,
  exclusiveMinimum: asserts,
  maxLength: asserts,
  minLength: asserts,
  pattern: asserts,
  maxItems: asserts,
  minItems: asserts,
  uniqueItems: asserts,
  maxContains: asserts,
  minContains: asserts,
  maxProperties: asserts,
  minProperties: asserts,
  required: asserts,
  dependentRequired: asserts,
  // Ten formats are asserted (contract/formats.ts), as our validators do; the others are annotations.
  format: asserts,
  contentEncoding: annotates,
  contentMediaType: annotates,
  contentSchema: { kind: "annotates", holds: "schema" },
  title: annotates,
  description: annotates,
  default: annotates,
  deprecated: annotates,
  readOnly: annotates,
  writeOnly: annotates,
  examples: annotates,
} as const satisfies { readonly [keyword: string]: Treatment };

/** Keywords of drafts 04 to 2019-09, and of OpenAPI, that validators in the field still obey. */
export const olderKeywords = {
  definitions: { kind: "identifies", holds: "map" },
  additionalItems: { kind: "asserts", holds: "schema" },
  dependencies: { kind: "asserts", holds: "map-of-schemas-or-names", inPlace: true },
  $recursiveRef: { kind: "undecided" },
  $recursiveAnchor: { kind: "identifies" },
  // OpenAPI 3.0; some validators (Ajv) obey it beside a `type`, most ignore it: see `subtype.ts`.
  nullable: asserts,
} as const satisfies { readonly [keyword: string]: Treatment };

const treatments = new Map<string, Treatment>(Object.entries({ ...keywords2020, ...olderKeywords }));

/** undefined: an unknown keyword, which asserts nothing. */
export function treatmentOf(keyword: string): Treatment | undefined {
  return treatments.get(keyword);
}

/**
 * The subschemas in a keyword's value, with the keys that lead to them from there; a key is undefined where the value
 * is the schema. A value of another form has no entries.
 */
export function childEntries(
  raw: object,
  keyword: string,
): readonly (readonly [string | number | undefined, unknown])[] {
  const value = (raw as { readonly [key: string]: unknown })[keyword]; // any object may be asked for any key
  const holds = treatmentOf(keyword)?.holds;
  if (holds === undefined || (holds === "schema" && value === undefined)) return [];
  if (holds === "schema" || (holds === "schema-or-list" && !Array.isArray(value))) return [[undefined, value]];
  if (holds === "list" || holds === "schema-or-list") return Array.isArray(value) ? [...value.entries()] : [];
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  return holds === "map" ? entries : entries.filter(([, child]) => !Array.isArray(child));
}

function ifThenElse(): { readonly kind: "asserts"; readonly holds: "schema"; readonly inPlace: true } {
  return { kind: "asserts", holds: "schema", inPlace: true };
}
