import type { JsonObject } from "../../../contract/json.ts";
import type { AnyShape, ArrayShape, Shape } from "../shape.ts";
import type { Bag, Part } from "./bag.ts";
import { make, type Reading, rawOf } from "./reading.ts";

export function readArray(bag: Bag, reading: Reading, readShape: (part: Part, reading: Reading) => Shape): Shape {
  const { limits } = bag;
  const { minContains } = limits;
  const items =
    bag.items === undefined ? make<AnyShape>({ kind: "json" }, {}, reading, []) : readShape(bag.items, reading);
  const prefixItems = (bag.prefixItems ?? []).map((part) => readShape(part, reading));
  const contains = bag.contains === undefined ? undefined : readShape(bag.contains, reading);
  const rest = bag.unevaluatedItems === undefined ? undefined : readShape(bag.unevaluatedItems, reading);
  const shared = {
    ...(limits.minItems === undefined || limits.minItems <= 0 ? {} : { minItems: limits.minItems }),
    ...(limits.maxItems === undefined ? {} : { maxItems: limits.maxItems }),
    ...(minContains === undefined || minContains === 1 ? {} : { minContains }),
    ...(limits.maxContains === undefined ? {} : { maxContains: limits.maxContains }),
  };
  const shape: ArrayShape = {
    kind: "array",
    items,
    ...(prefixItems.length === 0 ? {} : { prefixItems }),
    ...shared,
    ...(bag.unique === true ? { unique: true } : {}),
    ...(contains === undefined ? {} : { contains }),
    ...(rest === undefined ? {} : { unevaluatedItems: rest.kind === "never" ? false : rest }),
  };
  const raw: JsonObject = {
    type: "array",
    ...(Object.keys(rawOf(items)).length === 0 && !(reading.looksBack && bag.items !== undefined)
      ? {}
      : { items: rawOf(items) }),
    ...(prefixItems.length === 0 ? {} : { prefixItems: prefixItems.map(rawOf) }),
    ...shared,
    ...(bag.unique === true ? { uniqueItems: true } : {}),
    ...(contains === undefined ? {} : { contains: rawOf(contains) }),
    ...(rest === undefined ? {} : { unevaluatedItems: rawOf(rest) }),
  };
  const parts = [items, ...prefixItems, contains, rest].filter((part) => part !== undefined);
  return make(shape, raw, reading, parts);
}
