import type { Json } from "../../../contract/json.ts";
import type { JsonType } from "../../../contract/json-schema.ts";

/**
 * A schema of a list, or several that must all hold. Schemas are read part by part: what stands below one is left as a
 * part until it is reached.
 */
export interface Part {
  readonly schema: unknown;
  /** JSON Pointer into the list. */
  readonly at: string;
  /** Another one that must hold too. */
  readonly and?: Part;
}

/** Keywords that hold a number, or the size of something. */
export const limitKeywords = [
  "minimum",
  "exclusiveMinimum",
  "maximum",
  "exclusiveMaximum",
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

/** What one schema says: keywords of every draft in one spelling, those of the wrong form left out. Made, then read. */
export interface Bag {
  readonly at: string;
  /** undefined: any. Never both integer and number. */
  types?: readonly JsonType[];
  /** `enum`, and `const` as one value. */
  values?: readonly Json[];
  constant?: true;
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
  /** `additionalProperties`, where it says more than `true`. */
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
  /** Of `allOf`; those that can't be folded stay. */
  allOf: readonly Part[];
  /** A reference to a type that contains itself. Followed where it is met, it would never end. */
  refs: readonly string[];
  /** Nobody can say what it means: a reference that leads nowhere, or more than is looked at. */
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
  /** Of OpenAPI: the name of the property that tells alternatives apart. */
  readonly discriminator?: string;
}

export function emptyBag(at: string): Bag {
  return {
    at,
    limits: {},
    properties: new Map(),
    required: [],
    patterns: new Map(),
    dependentRequired: new Map(),
    dependentSchemas: new Map(),
    allOf: [],
    refs: [],
    opaque: [],
    texts: {},
  };
}

/** No value at all. */
export function nothing(at: string): Bag {
  return { ...emptyBag(at), types: [] };
}

/** Both must hold. */
export function both(a: Part, b: Part): Part {
  if (b.and === undefined) return { ...b, and: a };
  if (a.and === undefined) return { ...a, and: b };
  return { ...a, and: both(a.and, b) };
}

/** It asserts nothing. */
export function isBare(bag: Bag): boolean {
  const { at: _at, texts: _texts, limits, constant: _constant, ...keywords } = bag;
  return (
    Object.keys(limits).length === 0 &&
    Object.values(keywords).every((value) => {
      if (value instanceof Map) return value.size === 0;
      return Array.isArray(value) ? value.length === 0 : value === undefined;
    }) &&
    // An empty list of these is an assertion that nothing meets.
    bag.types === undefined &&
    bag.values === undefined
  );
}
