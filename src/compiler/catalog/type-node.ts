import type { Deprecation } from "../../contract/deprecation.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import type { Field } from "./catalog.ts";

/** A type of the spec language, resolved. `nullable` adds null to any of them. */
export type TypeNode =
  | StringNode
  | NumberNode
  | BooleanNode
  | EnumNode
  | ArrayNode
  | ObjectNode
  | UnionNode
  | RefNode
  | JsonNode;

interface Shared {
  readonly nullable?: boolean;
  readonly description?: string;
}

export interface StringNode extends Shared {
  readonly kind: "string";
  /** Code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** UTF-8 bytes. */
  readonly maxBytes?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly trim: boolean;
  readonly normalize?: "lower" | "upper";
}

export interface NumberNode extends Shared {
  readonly kind: "integer" | "number";
  /** Inclusive. */
  readonly min?: number;
  readonly max?: number;
  /** Exclusive. */
  readonly above?: number;
  readonly below?: number;
  readonly multipleOf?: number;
}

export interface BooleanNode extends Shared {
  readonly kind: "boolean";
}

export interface EnumNode extends Shared {
  readonly kind: "enum";
  /** In the order of the YAML. */
  readonly values: readonly EnumValue[];
  readonly normalize?: "lower" | "upper";
}

export interface EnumValue {
  readonly value: string;
  readonly summary?: string;
  readonly deprecated?: Deprecation;
  readonly aliases?: readonly string[];
}

export interface ArrayNode extends Shared {
  readonly kind: "array";
  readonly items: TypeNode;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly unique?: boolean;
}

export interface ObjectNode extends Shared {
  readonly kind: "object";
  readonly fields: readonly Field[];
  /** false: closed. true: any other key. A type: a map whose other values have that type. */
  readonly open: boolean | TypeNode;
}

/**
 * Options that can be distinguished before they are checked: objects by a field with one constant value
 * (`discriminator`), anything else by its JSON type.
 */
export interface UnionNode extends Shared {
  readonly kind: "union";
  readonly of: readonly TypeNode[];
  readonly discriminator?: string;
}

/** Points to a `NamedType`. */
export interface RefNode extends Shared {
  readonly kind: "ref";
  readonly name: string;
}

/** Any JSON value, or any that a schema takes which stands in YAML as it is. */
export interface JsonNode extends Shared {
  readonly kind: "json";
  readonly schema?: JsonSchema;
  /** What was written is wrong, and was reported: what follows from it is not. */
  readonly unread?: true;
}

/** The JSON type of every value, where a schema that stands in YAML names one. */
export function rawTypeOf({
  schema,
}: JsonNode): "null" | "boolean" | "number" | "string" | "array" | "object" | undefined {
  const type = schema?.type;
  return type === "integer" ? "number" : typeof type === "string" ? type : undefined;
}

/** The types directly inside a type: items, fields, other values of a map, options. A reference has none. */
export function partsOf(type: TypeNode): readonly TypeNode[] {
  switch (type.kind) {
    case "array":
      return [type.items];
    case "object":
      return [...type.fields.map((field) => field.type), ...(typeof type.open === "boolean" ? [] : [type.open])];
    case "union":
      return type.of;
    default:
      return [];
  }
}
