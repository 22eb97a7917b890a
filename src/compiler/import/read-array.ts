import { sameJson } from "../../contract/alias.ts";
import { defined } from "../../contract/own-property.ts";
import type { ArrayNode, TypeNode } from "../catalog/type-node.ts";
import type { KeywordSet, Part } from "../json-schema/keyword-set.ts";
import { countRange } from "./read-scalar.ts";
import { readType } from "./read-type.ts";
import { anyValue, deeper, type Reading, widen } from "./reading.ts";

export function readArray(reading: Reading, set: KeywordSet): ArrayNode {
  const inside = { ...deeper(reading, 1), unique: reading.unique || set.unique === true };
  const { minItems, maxItems } = countRange(reading, set, "minItems", "maxItems");
  const { items, most } =
    set.prefixItems === undefined ? readItems(inside, set) : readTuple(inside, set, set.prefixItems);
  const high = Math.min(maxItems ?? Infinity, most ?? Infinity);
  const low = minItems === undefined || minItems <= high ? minItems : undefined;
  if (low !== minItems) widen(reading, set, "minItems", "no list can be that long", "no 'minItems'");
  return {
    kind: "array",
    items,
    ...defined({ minItems: low, maxItems: high === Infinity ? undefined : high, unique: set.unique }),
  };
}

interface Items {
  readonly items: TypeNode;
  readonly most?: number;
}

function readItems(reading: Reading, { items }: KeywordSet): Items {
  if (items === undefined) return { items: anyValue };
  return items.schema === false ? { items: anyValue, most: 0 } : { items: readType(reading, items) };
}

/** Positions can't be distinguished here. Where all are alike and nothing may follow, nothing is lost. */
function readTuple(reading: Reading, set: KeywordSet, positions: readonly Part[]): Items {
  const isClosed = set.items?.schema === false;
  const all = isClosed || set.items === undefined ? positions : [...positions, set.items];
  const [first] = all;
  const most = isClosed ? { most: positions.length } : {};
  if (first === undefined) return { items: anyValue, ...most };
  const isAlike = all.every((one) => sameJson(one.schema, first.schema));
  if (isAlike && (set.items !== undefined || first.schema === true))
    return { items: readType(reading, first), ...most };
  const keyword = set.sources.has("prefixItems") ? "prefixItems" : "items";
  widen(reading, set, keyword, "items of a list are of one type, whatever their place", "any items");
  return { items: anyValue, ...most };
}
