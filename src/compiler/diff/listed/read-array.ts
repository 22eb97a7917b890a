import type { JsonObject } from "../../../contract/json.ts";
import { defined } from "../../../contract/own-property.ts";
import type { KeywordSet, Part } from "../../json-schema/keyword-set.ts";
import type { AnyType, ArrayType, ComparableType } from "../comparable-type.ts";
import { positive } from "./read-scalar.ts";
import { make, type Reading, rawOf } from "./reading.ts";

export function readArray(
  set: KeywordSet,
  reading: Reading,
  readType: (part: Part, reading: Reading) => ComparableType,
): ComparableType {
  const { limits } = set;
  const { minContains } = limits;
  const items = set.items === undefined ? make<AnyType>({ kind: "json" }, {}, reading) : readType(set.items, reading);
  const prefixItems = (set.prefixItems ?? []).map((part) => readType(part, reading));
  const contains = set.contains === undefined ? undefined : readType(set.contains, reading);
  const rest = set.unevaluatedItems === undefined ? undefined : readType(set.unevaluatedItems, reading);
  const shared = defined({
    minItems: positive(limits.minItems),
    maxItems: limits.maxItems,
    minContains: minContains === 1 ? undefined : minContains,
    maxContains: limits.maxContains,
  });
  const isPlain = Object.keys(rawOf(items)).length === 0 && !(reading.looksBack && set.items !== undefined);
  const shape: ArrayType = {
    kind: "array",
    items,
    ...(prefixItems.length === 0 ? {} : { prefixItems }),
    ...shared,
    ...defined({ unique: set.unique, contains, unevaluatedItems: rest?.kind === "never" ? false : rest }),
  };
  const raw: JsonObject = {
    type: "array",
    ...(isPlain ? {} : { items: rawOf(items) }),
    ...(prefixItems.length === 0 ? {} : { prefixItems: prefixItems.map(rawOf) }),
    ...shared,
    ...defined({
      uniqueItems: set.unique,
      contains: contains && rawOf(contains),
      unevaluatedItems: rest && rawOf(rest),
    }),
  };
  return make(shape, raw, reading);
}
