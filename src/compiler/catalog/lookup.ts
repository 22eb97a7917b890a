import { oncePerObject } from "../../contract/once-per-object.ts";
import type { Catalog } from "./catalog.ts";
import type { TypeNode } from "./type-node.ts";

// What rules and emitters look up in a catalog again and again.

/** A function of a catalog that is computed once: rules and emitters call it for every tool. */
export function oncePerCatalog<Value extends object>(
  compute: (catalog: Catalog) => Value,
): (catalog: Catalog) => Value {
  return oncePerObject(compute);
}

/**
 * Remembers for each first argument the answer about its last second argument: several walks ask the same of the same pairs.
 */
export function remembered<T extends object, Other extends object, Answer>(
  ask: (one: T, other: Other) => Answer,
): (one: T, other: Other) => Answer {
  const known = new WeakMap<T, { readonly other: Other; readonly answer: Answer }>();
  return (one, other) => {
    const before = known.get(one);
    if (before?.other === other) return before.answer;
    const answer = ask(one, other);
    known.set(one, { other, answer });
    return answer;
  };
}

const typesByName = oncePerObject(
  (types: Catalog["types"]) => new Map(types.map(({ name, type }) => [name, type] as const)),
);

/** The type with a name; undefined for a name that `resolve` reported. */
export function namedType(name: string, catalog: Catalog): TypeNode | undefined {
  return typesByName(catalog.types).get(name);
}

/** Items by key, in their order. `Map.groupBy` does the same from Node 21 on. */
export function groupBy<Key, Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
