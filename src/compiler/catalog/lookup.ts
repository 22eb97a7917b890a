import type { Catalog } from "./catalog.ts";
import type { TypeNode } from "./type-node.ts";

// What rules and emitters look up in a catalog again and again.

/** A function whose result is computed once for each catalog, because rules and emitters call it for every tool. */
export function oncePerCatalog<Value extends object, Of extends object = Catalog>(
  compute: (catalog: Of) => Value,
): (catalog: Of) => Value {
  const known = new WeakMap<Of, Value>();
  return (catalog) => {
    const value = known.get(catalog) ?? compute(catalog);
    known.set(catalog, value);
    return value;
  };
}

const typesByName = oncePerCatalog(({ types }) => new Map(types.map(({ name, type }) => [name, type] as const)));

/** The type with a name; undefined for a name that `resolve` reported. */
export function namedType(name: string, catalog: Catalog): TypeNode | undefined {
  return typesByName(catalog).get(name);
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
