import type { Deprecation } from "./deprecation.ts";
import type { Json } from "./json.ts";

/**
 * How a value is normalised before validation, as data that the compiler writes beside each validator. It says only what
 * JSON Schema can't: trimming, letter case, accepted spellings, defaults, byte limits, secrets. A node that needs none of
 * this is absent.
 */
export type NormalizationPlan =
  | StringPlan
  | EnumPlan
  | { readonly kind: "array"; readonly items: NormalizationPlan }
  | ObjectPlan
  /** Options are distinguished by `discriminator` (a field with a constant) or, without one, by JSON type. */
  | { readonly kind: "union"; readonly discriminator?: string; readonly options: readonly UnionOption[] }
  | { readonly kind: "ref"; readonly name: string };

export interface StringPlan {
  readonly kind: "string";
  /** Leading and trailing white space is taken off. */
  readonly trim?: boolean;
  readonly case?: "lower" | "upper";
  /** Limit in UTF-8 bytes, which JSON Schema can't say. */
  readonly maxBytes?: number;
  /** Checked by a named format of `formats.ts`. */
  readonly format?: string;
}

export interface EnumPlan {
  readonly kind: "enum";
  readonly case?: "lower" | "upper";
  /** Accepted spelling → value. */
  readonly aliases?: { readonly [spelling: string]: string };
  /** Values on their way out → notice. */
  readonly deprecated?: { readonly [value: string]: Deprecation };
}

export interface ObjectPlan {
  readonly kind: "object";
  readonly fields: { readonly [name: string]: FieldPlan };
  /** What is done to the values of all other keys, where the object is a map. */
  readonly rest?: NormalizationPlan;
  /** Of the root: what no field names stays. */
  readonly passes?: true;
}

export interface FieldPlan {
  readonly plan?: NormalizationPlan;
  readonly required?: boolean;
  readonly default?: Json;
  readonly aliases?: { readonly [spelling: string]: Deprecation | null };
  readonly deprecated?: Deprecation;
  /** Its value never reaches a log, a notice or an error. */
  readonly sensitive?: boolean;
}

export interface UnionOption {
  /** The constant of the discriminator, or the JSON type. */
  readonly tag: string;
  readonly plan?: NormalizationPlan;
}

/** Named plans that `ref` points to; recursion goes through here. */
export type PlanDefinitions = { readonly [name: string]: NormalizationPlan };
