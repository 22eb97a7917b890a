import type { Catalog, Tool } from "../catalog/catalog.ts";
import { resolve } from "../resolve/resolve.ts";
import { parseSpec } from "../syntax/parse.ts";
import { builtinSchema } from "./builtin-schema.ts";

let known: Catalog | undefined;

/**
 * The tools that every catalog has, resolved from their YAML like any other tool. They are resolved at first
 * use, because few catalogs mention them.
 * @returns sorted by name
 */
export function readBuiltinTools(): readonly Tool[] {
  return readBuiltinCatalog().tools;
}

/** The built-in tools as a catalog of their own: their contracts are the same beside every catalog. */
export function readBuiltinCatalog(): Catalog {
  known ??= compileBuiltins();
  return known;
}

function compileBuiltins(): Catalog {
  const parsed = parseSpec(builtinSchema);
  const resolved = resolve(parsed.value);
  const [mistake] = [...parsed.diagnostics, ...resolved.diagnostics];
  const { catalog } = resolved.value;
  if (catalog === undefined || mistake !== undefined) {
    throw new Error(`invariant: the built-in tools compile: ${mistake?.message ?? "no catalog"}`);
  }
  return catalog;
}
