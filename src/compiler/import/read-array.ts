import { sameJson } from "../../contract/alias.ts";
import type { Json, JsonObject } from "../../contract/json.ts";
import type { ArrayNode, TypeNode } from "../catalog/type-node.ts";
import { countRange } from "./read-scalar.ts";
import { readType } from "./read-type.ts";
import { anyValue, deeper, loseAt, type Reading } from "./reading.ts";

export function readArray(reading: Reading, schema: JsonObject): ArrayNode {
  const inside = { ...deeper(reading, 1), unique: reading.unique || schema.uniqueItems === true };
  const { minItems, maxItems } = countRange(reading, schema, "minItems", "maxItems");
  const tuple = tupleOf(schema);
  const { items, most } = tuple === undefined ? readItems(inside, schema) : readTuple(inside, schema, tuple);
  const high = Math.min(maxItems ?? Infinity, most ?? Infinity);
  const low = minItems === undefined || minItems <= high ? minItems : undefined;
  if (low !== minItems) loseAt(reading, schema, "minItems", "wider", "no list can be that long", "no 'minItems'");
  return {
    kind: "array",
    items,
    ...(low === undefined ? {} : { minItems: low }),
    ...(high === Infinity ? {} : { maxItems: high }),
    ...(schema.uniqueItems === true ? { unique: true } : {}),
  };
}

function readItems(reading: Reading, schema: JsonObject): { readonly items: TypeNode; readonly most?: number } {
  return schema.items === false ? { items: anyValue, most: 0 } : { items: readType(reading, schema.items) };
}

interface Tuple {
  readonly positions: readonly Json[];
  /** What stands behind the positions. */
  readonly rest: Json;
}

/** `prefixItems` of 2020-12, or the list under `items` of the drafts before it. */
function tupleOf(schema: JsonObject): Tuple | undefined {
  if (Array.isArray(schema.prefixItems)) return { positions: schema.prefixItems, rest: schema.items ?? true };
  if (Array.isArray(schema.items)) return { positions: schema.items, rest: schema.additionalItems ?? true };
  return undefined;
}

/** Positions can't be told apart here. Where all are alike and nothing may follow, nothing is lost. */
function readTuple(
  reading: Reading,
  schema: JsonObject,
  { positions, rest }: Tuple,
): { readonly items: TypeNode; readonly most?: number } {
  const keyword = schema.prefixItems === undefined ? "items" : "prefixItems";
  const closed = rest === false;
  const all = closed ? positions : [...positions, rest];
  const [first] = all;
  const most = closed ? { most: positions.length } : {};
  if (first === undefined) return { items: anyValue, ...most };
  if (all.every((one) => sameJson(one, first))) return { items: readType(reading, first), ...most };
  loseAt(reading, schema, keyword, "wider", "items of a list are of one type, whatever their place", "any items");
  return { items: anyValue, ...most };
}
