// Former names of the types in comparable-type.ts, for the reader of lists.
export type {
  AnyType as AnyShape,
  ArrayType as ArrayShape,
  BooleanType as BooleanShape,
  ComparableType as Shape,
  ComparedField,
  EnumType as EnumShape,
  EnumTypeValue as EnumShapeValue,
  ForeignFacets,
  NeverType as NeverShape,
  NumberType as NumberShape,
  ObjectFacets,
  ObjectType as ObjectShape,
  RefType as RefShape,
  StringType as StringShape,
  UnionType as UnionShape,
} from "./comparable-type.ts";
