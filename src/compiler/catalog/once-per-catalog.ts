import type { Catalog } from "./catalog.ts";

/** A function whose result is computed once for each catalog, because rules and emitters call it for every tool. */
export function oncePerCatalog<Value extends object>(
  compute: (catalog: Catalog) => Value,
): (catalog: Catalog) => Value {
  const known = new WeakMap<Catalog, Value>();
  return (catalog) => {
    const value = known.get(catalog) ?? compute(catalog);
    known.set(catalog, value);
    return value;
  };
}
