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
 * `TypeNode` is a Shape, so our own catalogs are compared as they are; foreign schemas are read into it, normalised.
 */
export type Shape =
  | StringShape
  | NumberShape
  | BooleanShape
  | EnumShape
  | ArrayShape
  | ObjectShape
  | UnionShape
  | RefShape
  | AnyShape
  | NeverShape;

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

export interface StringShape extends StringNode, ForeignFacets {
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
}

export interface NumberShape extends NumberNode, ForeignFacets {}

export interface BooleanShape extends BooleanNode, ForeignFacets {}

export interface EnumShape extends Omit<EnumNode, "values">, ForeignFacets {
  readonly values: readonly EnumShapeValue[];
}

export interface EnumShapeValue extends Omit<EnumValue, "value"> {
  readonly value: Json;
}

export interface ArrayShape extends Omit<ArrayNode, "items">, ForeignFacets {
  /** Of every item, or of those after the tuple's. */
  readonly items: Shape;
  readonly prefixItems?: readonly Shape[];
  readonly contains?: Shape;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly unevaluatedItems?: boolean | Shape;
}

export interface ObjectShape extends Omit<ObjectNode, "fields" | "open">, ObjectFacets, ForeignFacets {
  readonly fields: readonly ComparedField[];
  readonly open: boolean | Shape;
}

/** Keywords of objects that our language does not have; a tool's arguments may carry them too. */
export interface ObjectFacets {
  readonly patternProperties?: readonly { readonly pattern: string; readonly type: Shape }[];
  readonly propertyNames?: Shape;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly dependentRequired?: { readonly [name: string]: readonly string[] };
  readonly dependentSchemas?: { readonly [name: string]: Shape };
  readonly unevaluatedProperties?: boolean | Shape;
}

export interface UnionShape extends Omit<UnionNode, "of">, ForeignFacets {
  readonly of: readonly Shape[];
  /** `oneOf`: a value that fits two options is refused. */
  readonly exactlyOne?: true;
}

export interface RefShape extends RefNode, ForeignFacets {}

/** Any JSON value, as far as the facets let it. */
export interface AnyShape extends JsonNode, ForeignFacets {}

/** No value at all. */
export interface NeverShape extends ForeignFacets {
  readonly kind: "never";
  readonly nullable?: boolean;
  readonly description?: string;
}

/** A param, or a field of an object. */
export interface ComparedField extends Omit<Field, "type"> {
  readonly type: Shape;
}
