import type { Catalog, Tool } from "../catalog/catalog.ts";
import { oncePerCatalog } from "../catalog/lookup.ts";
import { olderVersions } from "../catalog/versions.ts";

/**
 * Printed texts, each made from one tool and the parts of the catalog beside its tools. Keyed by what was printed, then
 * by the tool as JSON. Only what the last run used is kept.
 */
export type PrintCache = Map<string, Printed>;

interface Printed {
  readonly surroundings: string;
  readonly texts: ReadonlyMap<string, string>;
}

export interface Printing {
  readonly cache: PrintCache | undefined;
  /** What is printed; one name per `print`. */
  readonly what: string;
  readonly catalog: Catalog;
}

/**
 * A printer that returns the earlier text of an unchanged tool in an unchanged catalog.
 * @param print may read the tool, its older versions, and the parts of the catalog that belong to no tool
 */
export function printOnce(
  { cache, what, catalog }: Printing,
  print: (tool: Tool, catalog: Catalog) => string,
): (tool: Tool) => string {
  if (cache === undefined) return (tool) => print(tool, catalog);
  const { surroundings, keys } = keysOf(catalog);
  const before = cache.get(what);
  const known = before?.surroundings === surroundings ? before.texts : new Map<string, string>();
  const texts = new Map<string, string>();
  cache.set(what, { surroundings, texts });
  return (tool) => {
    const key = keys.get(tool) ?? JSON.stringify([tool, ...olderVersions(tool.name, catalog)]);
    keys.set(tool, key);
    const text = known.get(key) ?? print(tool, catalog);
    texts.set(key, text);
    return text;
  };
}

/** What texts are kept by; made once, because many printers ask. */
const keysOf = oncePerCatalog((catalog) => ({
  surroundings: JSON.stringify({ ...catalog, tools: [] }),
  keys: new Map<Tool, string>(),
}));
