import type { Json } from "./json.ts";

/**
 * The part of JSON Schema 2020-12 that the compiler publishes. Of the language's own types it writes the first keywords only; the
 * others, and booleans in place of schemas, come from schemas that stand in YAML as they are. `compiler/schema` writes it, the explainer of the compiled
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
  readonly definitions?: { readonly [name: string]: JsonSchema };
  readonly allOf?: readonly SubSchema[];
  readonly oneOf?: readonly SubSchema[];
  readonly not?: SubSchema;
  readonly if?: SubSchema;
  readonly then?: SubSchema;
  readonly else?: SubSchema;
  readonly prefixItems?: readonly SubSchema[];
  readonly contains?: SubSchema;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly patternProperties?: { readonly [pattern: string]: SubSchema };
  readonly propertyNames?: SubSchema;
  readonly unevaluatedProperties?: SubSchema;
  readonly unevaluatedItems?: SubSchema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly dependentRequired?: { readonly [name: string]: readonly string[] };
  readonly dependentSchemas?: { readonly [name: string]: SubSchema };
  readonly title?: string;
  readonly description?: string;
  readonly default?: Json;
  readonly examples?: readonly Json[];
  readonly deprecated?: boolean;
}

/** `true` takes any value, `false` none. */
export type SubSchema = JsonSchema | boolean;

export type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";
