import type { JsonObject } from "../../../contract/json.ts";
import { defined } from "../../../contract/own-property.ts";
import type { KeywordSet, Part } from "../../json-schema/keyword-set.ts";
import type { AnyShape, ArrayShape, Shape } from "../shape.ts";
import { positive } from "./read-scalar.ts";
import { make, type Reading, rawOf } from "./reading.ts";

export function readArray(
  set: KeywordSet,
  reading: Reading,
  readShape: (part: Part, reading: Reading) => Shape,
): Shape {
  const { limits } = set;
  const { minContains } = limits;
  const items = set.items === undefined ? make<AnyShape>({ kind: "json" }, {}, reading) : readShape(set.items, reading);
  const prefixItems = (set.prefixItems ?? []).map((part) => readShape(part, reading));
  const contains = set.contains === undefined ? undefined : readShape(set.contains, reading);
  const rest = set.unevaluatedItems === undefined ? undefined : readShape(set.unevaluatedItems, reading);
  const shared = defined({
    minItems: positive(limits.minItems),
    maxItems: limits.maxItems,
    minContains: minContains === 1 ? undefined : minContains,
    maxContains: limits.maxContains,
  });
  const isPlain = Object.keys(rawOf(items)).length === 0 && !(reading.looksBack && set.items !== undefined);
  const shape: ArrayShape = {
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
