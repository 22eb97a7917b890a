import type { Json } from "../../contract/json.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import type { Field } from "../catalog/catalog.ts";
import type {
  ArrayNode,
  BooleanNode,
  EnumNode,
  EnumValue,
  JsonNode,
  NumberNode,
  ObjectNode,
  RefNode,
  StringNode,
  UnionNode,
} from "../catalog/type-node.ts";

/**
 * A type as the rules read it: what our language can say, and beside it what only the schemas of other servers say. Every
 * `TypeNode` is a ComparableType, so our own catalogs are compared as they are; foreign schemas are read into it, normalised.
 */
export type ComparableType =
  | StringType
  | NumberType
  | BooleanType
  | EnumType
  | ArrayType
  | ObjectType
  | UnionType
  | RefType
  | AnyType
  | NeverType;

/** What any foreign schema may say besides its kind. */
export interface ForeignFacets {
  /** The schema as it came, able to stand alone: the definitions that it refers to are beside it. */
  readonly raw?: JsonSchema;
  /** Of the schema, or the name under which it is defined. */
  readonly title?: string;
  /** `const`, which is read as an enum of one value. */
  readonly constant?: true;
  /** Members of `allOf` that could not be folded into the rest; texts alone assert nothing and are left out. */
  readonly allOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly conditional?: { readonly if: JsonSchema; readonly then?: JsonSchema; readonly else?: JsonSchema };
  /** It names no type though its keywords mean one: values of the other types pass. */
  readonly untyped?: true;
}

export interface StringType extends StringNode, ForeignFacets {
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
}

export interface NumberType extends NumberNode, ForeignFacets {}

export interface BooleanType extends BooleanNode, ForeignFacets {}

export interface EnumType extends Omit<EnumNode, "values">, ForeignFacets {
  readonly values: readonly EnumTypeValue[];
}

export interface EnumTypeValue extends Omit<EnumValue, "value"> {
  readonly value: Json;
}

export interface ArrayType extends Omit<ArrayNode, "items">, ForeignFacets {
  /** Of every item, or of those after the tuple's. */
  readonly items: ComparableType;
  readonly prefixItems?: readonly ComparableType[];
  readonly contains?: ComparableType;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly unevaluatedItems?: boolean | ComparableType;
}

export interface ObjectType extends Omit<ObjectNode, "fields" | "open">, ObjectFacets, ForeignFacets {
  readonly fields: readonly ComparedField[];
  readonly open: boolean | ComparableType;
}

/** Keywords of objects that our language does not have; a tool's arguments may carry them too. */
export interface ObjectFacets {
  readonly patternProperties?: readonly { readonly pattern: string; readonly type: ComparableType }[];
  readonly propertyNames?: ComparableType;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly dependentRequired?: { readonly [name: string]: readonly string[] };
  readonly dependentSchemas?: { readonly [name: string]: ComparableType };
  readonly unevaluatedProperties?: boolean | ComparableType;
}

export interface UnionType extends Omit<UnionNode, "of">, ForeignFacets {
  readonly of: readonly ComparableType[];
  /** `oneOf`: a value that fits two options is refused. */
  readonly exactlyOne?: true;
}

export interface RefType extends RefNode, ForeignFacets {}

/** Any JSON value, as far as the facets let it. */
export interface AnyType extends JsonNode, ForeignFacets {}

/** No value at all. */
export interface NeverType extends ForeignFacets {
  readonly kind: "never";
  readonly nullable?: boolean;
  readonly description?: string;
}

/** What a type has to match beside its kind: a schema that stands in YAML as it is, too. */
export function membersOf(type: ComparableType): readonly JsonSchema[] {
  return type.allOf ?? (type.kind === "json" && type.schema !== undefined ? [type.schema] : []);
}

/** A param, or a field of an object. */
export interface ComparedField extends Omit<Field, "type"> {
  readonly type: ComparableType;
}
