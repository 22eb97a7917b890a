import type { Json } from "../../contract/json.ts";
import type { JsonType } from "../../contract/json-schema.ts";
import type { Keywords, RawSchema } from "./document.ts";
import type { Bound } from "./read-keywords.ts";

/**
 * A schema of a document, or several that must all hold. Schemas are read part by part: what stands below one is left as
 * a part until it is reached.
 */
export interface Part {
  readonly schema: RawSchema;
  /** JSON Pointer, as `SchemaDocument.at`. */
  readonly at: string;
  /** Another one that must hold too. */
  readonly and?: Part;
}

/** Keywords that hold the size of something, or what a number is a multiple of. */
export const limitKeywords = [
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minContains",
  "maxContains",
  "minProperties",
  "maxProperties",
] as const;

export type LimitKeyword = (typeof limitKeywords)[number];

/** The keywords of one schema, of every draft in one spelling, those of the wrong form left out. Made, then read. */
export interface KeywordSet {
  readonly at: string;
  /** Every keyword that was written, with the schema that has it. */
  readonly sources: ReadonlyMap<string, { readonly schema: Keywords; readonly at: string }>;
  /** undefined: any. Never both integer and number. */
  types?: readonly JsonType[];
  /** `enum`, and `const` as one value. */
  values?: readonly Json[];
  constant?: true;
  /** Infinite where there is none. */
  low: Bound;
  high: Bound;
  limits: { [K in LimitKeyword]?: number };
  pattern?: string;
  format?: string;
  unique?: true;
  items?: Part;
  prefixItems?: readonly Part[];
  contains?: Part;
  unevaluatedItems?: Part;
  properties: ReadonlyMap<string, Part>;
  required: readonly string[];
  additional?: Part;
  patterns: ReadonlyMap<string, Part>;
  propertyNames?: Part;
  dependentRequired: ReadonlyMap<string, readonly string[]>;
  dependentSchemas: ReadonlyMap<string, Part>;
  unevaluatedProperties?: Part;
  anyOf?: readonly Part[];
  oneOf?: readonly Part[];
  not?: Part;
  conditional?: { readonly if: Part; readonly then?: Part; readonly else?: Part };
  /** Of `allOf`; those that can't be merged stay. */
  allOf: readonly Part[];
  /** References to types that contain themselves, by name. Followed where they are met, they would never end. */
  refs: readonly string[];
  /** What can't be read: a reference that leads nowhere, or more than is looked at. */
  opaque: readonly Json[];
  texts: Texts;
}

/** What asserts nothing. */
export interface Texts {
  readonly title?: string;
  readonly description?: string;
  readonly default?: Json;
  readonly examples?: readonly Json[];
  readonly deprecated?: true;
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
  /** Of OpenAPI: the name of the property that distinguishes alternatives. */
  readonly discriminator?: string;
}

const none = new Map<string, never>();

/** Shared by all sets: what is not there needs no memory. */
const empty = {
  low: { value: -Infinity, exclusive: false },
  high: { value: Infinity, exclusive: false },
  properties: none,
  required: [],
  patterns: none,
  dependentRequired: none,
  dependentSchemas: none,
  allOf: [],
  refs: [],
  opaque: [],
  texts: {},
};

/** Asserts nothing. */
export function emptySet(at: string, sources: KeywordSet["sources"] = none): KeywordSet {
  return { at, sources, limits: {}, ...empty };
}

/** No value at all. */
export function nothing(at: string): KeywordSet {
  return { ...emptySet(at), types: [] };
}

/** The value of a keyword as it was written. */
export function written(set: KeywordSet, keyword: string): unknown {
  return set.sources.get(keyword)?.schema[keyword];
}

/** Both must hold. */
export function both(a: Part, b: Part): Part {
  if (a.schema === true || b.schema === false) return b;
  if (b.schema === true || a.schema === false) return a;
  if (b.and === undefined) return { ...b, and: a };
  if (a.and === undefined) return { ...a, and: b };
  return { ...a, and: both(a.and, b) };
}

/** It asserts nothing. */
export function isBare(set: KeywordSet): boolean {
  const { at: _at, sources: _sources, texts: _texts, limits, constant: _constant, low, high, ...keywords } = set;
  return (
    low.value === -Infinity &&
    high.value === Infinity &&
    Object.keys(limits).length === 0 &&
    Object.values(keywords).every((value) => {
      if (value instanceof Map) return value.size === 0;
      return Array.isArray(value) ? value.length === 0 : value === undefined;
    }) &&
    // An empty list of these is an assertion that nothing meets.
    set.types === undefined &&
    set.values === undefined
  );
}
