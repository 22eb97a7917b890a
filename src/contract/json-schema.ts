import type { Json } from "./json.ts";

/**
 * The part of JSON Schema 2020-12 that the compiler publishes. `compiler/schema` writes it, the explainer of the compiled
 * validators (`explain.ts`) reads it. Schemas of other servers (diff, import) are read by the compiler, which knows the whole
 * vocabulary.
 * @see https://json-schema.org/draft/2020-12
 */
export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: { readonly [name: string]: JsonSchema };
  readonly type?: JsonType | readonly JsonType[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly required?: readonly string[];
  /** `false` closes the object; a schema makes it a map; absent leaves it open. */
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  /** Lengths are in Unicode code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly title?: string;
  readonly description?: string;
  readonly default?: Json;
  readonly examples?: readonly Json[];
  readonly deprecated?: boolean;
}

export type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";
