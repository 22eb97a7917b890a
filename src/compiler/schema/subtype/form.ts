import type { Json } from "../../../contract/json.ts";

// The form in which schemas are compared: alternatives, each of one JSON type. Children stay raw schemas, read when they
// are reached, so that recursive schemas have a finite form.

/** A schema as alternatives. What it means is never larger than the alternatives say. */
export interface Form {
  readonly branches: readonly Branch[];
  /** Keywords that narrow the schema and that this form does not show. Empty: the alternatives say it all. */
  readonly opaque: readonly string[];
}

export type Branch = ValuesBranch | NumberBranch | StringBranch | ArrayBranch | ObjectBranch;

/** Exactly these values: null, booleans, enums and constants of any type. */
export interface ValuesBranch {
  readonly kind: "values";
  readonly values: readonly Json[];
}

export interface NumberBranch {
  readonly kind: "number";
  readonly integer: boolean;
  readonly low: Bound;
  readonly high: Bound;
  readonly multiples: readonly number[];
}

/** Infinite where there is none. */
export interface Bound {
  readonly value: number;
  readonly exclusive: boolean;
}

export interface StringBranch {
  readonly kind: "string";
  /** Code points. */
  readonly minLength: number;
  readonly maxLength: number;
  readonly patterns: readonly string[];
}

export interface ArrayBranch {
  readonly kind: "array";
  readonly items: RawSchema;
  readonly minItems: number;
  readonly maxItems: number;
  readonly unique: boolean;
}

export interface ObjectBranch {
  readonly kind: "object";
  readonly properties: ReadonlyMap<string, RawSchema>;
  readonly required: ReadonlySet<string>;
  /** What every other property must be; `false` closes the object. */
  readonly rest: RawSchema;
}

/** A schema as it was written: an object, `true` or `false`. */
export type RawSchema = unknown;

/** The schema of a property, named or not. */
export function propertySchema(branch: ObjectBranch, name: string): RawSchema {
  return branch.properties.has(name) ? branch.properties.get(name) : branch.rest;
}
