import type { Catalog } from "./catalog.ts";
import { oncePerCatalog } from "./once-per-catalog.ts";
import type { TypeNode } from "./type-node.ts";

const typesByName = oncePerCatalog(({ types }) => new Map(types.map(({ name, type }) => [name, type] as const)));

/** The type with a name; undefined for a name that `resolve` reported. */
export function namedType(name: string, catalog: Catalog): TypeNode | undefined {
  return typesByName(catalog).get(name);
}
